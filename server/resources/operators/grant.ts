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

/** What is known of an account that was there before. */
export interface KnownAccount {
  readonly since: Instant;
  readonly merchants: readonly { readonly name: string; readonly role: Role }[];
}

export interface Grant {
  readonly person: PersonRow;
  /** Null: there was nobody of this address. */
  readonly known: KnownAccount | null;
  /** Of the link with which they choose a password; null where they keep the one they have. */
  readonly token: string | null;
}

export interface Granting {
  readonly email: string;
  /** For who is not known yet. */
  readonly name: string | null;
  /** Whether who gives the right has made sure that the account of this address is its owner's. */
  readonly keeps_account: boolean;
}

/**
 * Makes somebody an operator of this installation; it opens nothing until they sign in with a second factor. Who is not
 * known yet is made a person of that name. An account that is there already may be anybody's: a merchant's owner can
 * invite any address, and where no mail is sent come in as it. So it begins anew, without password, second factor and
 * sessions, and only the link opens it, unless it is kept on purpose. Written to the operators' log. Throws `invalid`
 * where a name is missing, and `conflict` for who is one already.
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

/** Nothing opens the account any more but a link, whose token this returns. */
async function beginAnew(tx: Tx, { id, email }: PersonRow, actor: string): Promise<string> {
  await changePassword(tx, id, null);
  await endOthers(tx, id, null);
  const { token } = await issueReset(tx, email, { forgets_second_factor: true }, actor);
  return token;
}

/** Takes the right away: from the next request on they are none. Throws `not_found` for who is no operator. */
export async function withdrawOperator(tx: Tx, given_email: string, actor: string): Promise<void> {
  const email = evenEmail(given_email);
  const person = await findByEmail(tx, email);
  if (!person || !(await remove(tx, person.id))) throw new ServiceError("not_found", `${email} is no operator`);
  const act = { act: "operator.withdrawn" as const, subject: person.id, before: { email }, after: null };
  await recordAct(tx, { merchant: null, environment: null, actor, ...act });
}
