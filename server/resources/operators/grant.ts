import type { Tx } from "#db/tx.ts";
import { invalid, ServiceError } from "#kernel/errors.ts";
import type { Instant } from "#kernel/time.ts";
import { recordAct } from "#resources/acts/record.ts";
import { makePerson } from "#resources/people/create.ts";
import { changePassword, issueReset } from "#resources/people/reset.ts";
import { evenEmail } from "#resources/people/rules.ts";
import type { PersonRow, Role } from "#resources/people/schema.ts";
import { findByEmail, listMerchantsOf } from "#resources/people/store.ts";
import { endOthers } from "#resources/sessions/store.ts";
import { insert, remove } from "./store.ts";

/** The history of an existing account. */
export interface KnownAccount {
  readonly since: Instant;
  readonly merchants: readonly { readonly name: string; readonly role: Role }[];
}

export interface Grant {
  readonly person: PersonRow;
  /** Null: the address had no account. */
  readonly known: KnownAccount | null;
  /** The token of the link for a new password; null when the present password stays. */
  readonly token: string | null;
}

export interface Granting {
  readonly email: string;
  /** The name of a person without an account. */
  readonly name: string | null;
  /** True if the granter has verified that the account belongs to the owner of the address. */
  readonly keeps_account: boolean;
}

/**
 * Makes a person a platform operator; the right requires a sign-in with a second factor. An unknown address becomes a
 * new person. An existing account may be an impostor's: a merchant's owner can invite any address and, where no mail is
 * sent, open the link. So the account is reset: password, second factor and sessions are removed, and only the returned
 * link opens it. `keeps_account` prevents this. The platform operators' log records it. Throws `invalid` without a
 * needed name, and `conflict` for a platform operator.
 */
export async function grantOperator(tx: Tx, given: Granting, actor: string): Promise<Grant> {
  const email = evenEmail(given.email);
  const found = await findByEmail(tx, email);
  if (!found && given.name === null) {
    throw invalid("name", `There is nobody with the address ${email} yet: give a name, and they are made`);
  }
  const person = found ?? (await makePerson(tx, { email, name: given.name ?? email, password: null }));
  if (!(await insert(tx, { person: person.id, granted_at: tx.now, granted_by: actor }))) {
    throw new ServiceError("conflict", `${email} is an operator already`);
  }
  const known = found && (await knownOf(tx, found));
  const is_kept = known !== null && given.keeps_account;
  const account = known === null ? "new" : is_kept ? "kept" : "begun anew";
  const act = { act: "operator.granted" as const, subject: person.id, before: null, after: { email, account } };
  await recordAct(tx, { merchant: null, environment: null, actor, ...act });
  return { person, known, token: is_kept ? null : await beginAnew(tx, person, actor) };
}

async function knownOf(tx: Tx, { id, created_at }: PersonRow): Promise<KnownAccount> {
  const merchants = await listMerchantsOf(tx, id);
  return { since: created_at, merchants: merchants.map(({ name, role }) => ({ name, role })) };
}

/** Resets an account, and returns the token of the only link that opens it. */
async function beginAnew(tx: Tx, { id, email }: PersonRow, actor: string): Promise<string> {
  await changePassword(tx, id, null);
  await endOthers(tx, id, null);
  const { token } = await issueReset(tx, email, { forgets_second_factor: true }, actor);
  return token;
}

/** Removes the right, from the next request on. Throws `not_found` for a person without it. */
export async function withdrawOperator(tx: Tx, given_email: string, actor: string): Promise<void> {
  const email = evenEmail(given_email);
  const person = await findByEmail(tx, email);
  if (!person || !(await remove(tx, person.id))) throw new ServiceError("not_found", `${email} is no operator`);
  const act = { act: "operator.withdrawn" as const, subject: person.id, before: { email }, after: null };
  await recordAct(tx, { merchant: null, environment: null, actor, ...act });
}
