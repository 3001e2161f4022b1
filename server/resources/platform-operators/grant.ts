import type { Tx } from "#db/tx.ts";
import { invalid, ServiceError } from "#kernel/errors.ts";
import type { Instant } from "#kernel/time.ts";
import { recordAuditEntry } from "#resources/audit-log/record.ts";
import { insertPerson } from "#resources/users/create.ts";
import { changePassword, issueReset } from "#resources/users/reset-password.ts";
import { normalizeEmail } from "#resources/users/rules.ts";
import type { PersonRow, Role } from "#resources/users/schema.ts";
import { endOtherSessions } from "#resources/users/sessions/store.ts";
import { findByEmail, listMerchantsOf } from "#resources/users/store.ts";
import { insert, remove } from "./store.ts";

/** The history of an existing account. */
export interface ExistingAccount {
  readonly since: Instant;
  readonly merchants: readonly { readonly name: string; readonly role: Role }[];
}

export interface OperatorGrant {
  readonly person: PersonRow;
  /** Null if the address had no account. */
  readonly existing_account: ExistingAccount | null;
  /** The token of the link for setting a new password; null if the account keeps its password. */
  readonly token: string | null;
}

export interface OperatorGrantInput {
  readonly email: string;
  /** The name of the new person, required if the address has no account. */
  readonly name: string | null;
  /** True if the granter has verified that the account belongs to the owner of the address. */
  readonly keeps_account: boolean;
}

/**
 * Makes a person a platform operator; the right requires a sign-in with a second factor. An unknown address becomes a
 * new person.
 *
 * An existing account may be an impostor's: a merchant's owner can invite any address and, without a mail server, open
 * the link themselves. So the grant resets the account: it removes the password, second factor and sessions, and only
 * the returned link opens the account. `keeps_account` prevents the reset.
 *
 * The platform operators' log records the grant. Throws `invalid` if a required name is missing, and `conflict` for a
 * platform operator.
 */
export async function grantPlatformOperator(tx: Tx, input: OperatorGrantInput, actor: string): Promise<OperatorGrant> {
  const email = normalizeEmail(input.email);
  const existing_person = await findByEmail(tx, email);
  if (!existing_person && input.name === null) {
    throw invalid(
      "name",
      "name_required",
      `There is nobody with the address ${email} yet: give a name, and they are made`,
      { email },
    );
  }
  const person = existing_person ?? (await insertPerson(tx, { email, name: input.name ?? email, password: null }));
  if (!(await insert(tx, { person: person.id, granted_at: tx.now, granted_by: actor }))) {
    throw new ServiceError("operator_exists", `${email} is an operator already`, { params: { email } });
  }
  const existing_account = existing_person && (await describeAccount(tx, existing_person));
  const is_kept = existing_account !== null && input.keeps_account;
  const account = existing_account === null ? "new" : is_kept ? "kept" : "begun anew";
  const entry = { action: "operator.granted" as const, subject: person.id, before: null, after: { email, account } };
  await recordAuditEntry(tx, { merchant: null, environment: null, actor, ...entry });
  return { person, existing_account, token: is_kept ? null : await resetAccount(tx, person, actor) };
}

async function describeAccount(tx: Tx, { id, created_at }: PersonRow): Promise<ExistingAccount> {
  const merchants = await listMerchantsOf(tx, id);
  return { since: created_at, merchants: merchants.map(({ name, role }) => ({ name, role })) };
}

/** Resets an account. Returns the token of the only link that opens it. */
async function resetAccount(tx: Tx, { id, email }: PersonRow, actor: string): Promise<string> {
  await changePassword(tx, id, null);
  await endOtherSessions(tx, id, null);
  const { token } = await issueReset(tx, email, { forgets_second_factor: true }, actor);
  return token;
}

/** Removes the right; the person's next request is refused. Throws `not_found` for a person without the right. */
export async function withdrawPlatformOperator(tx: Tx, email_input: string, actor: string): Promise<void> {
  const email = normalizeEmail(email_input);
  const person = await findByEmail(tx, email);
  if (!person || !(await remove(tx, person.id)))
    throw new ServiceError("operator_not_found", `${email} is no operator`, { params: { email } });
  const entry = { action: "operator.withdrawn" as const, subject: person.id, before: { email }, after: null };
  await recordAuditEntry(tx, { merchant: null, environment: null, actor, ...entry });
}
