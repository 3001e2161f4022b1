import type { Tx } from "#db/tx.ts";
import { ServiceError } from "#kernel/errors.ts";
import type { Id } from "#kernel/ids.ts";
import { fingerprint, fingerprints, randomText } from "#kernel/secrets.ts";
import { DAY_MS, HOUR_MS, type Instant, plus } from "#kernel/time.ts";
import { recordAuditEntry } from "#resources/audit-log/record.ts";
import { isPlatformOperator } from "#resources/platform-operators/store.ts";
import { removeAll as removePasskeys } from "./passkeys/store.ts";
import { normalizeEmail } from "./rules.ts";
import type { PersonRow } from "./schema.ts";
import {
  consumeReset,
  deleteResetsBefore,
  find,
  findByEmail,
  findReset,
  insertReset,
  listMerchantsOf,
  lock,
  replaceRecoveryCodes,
  setPassword,
  setTotp,
  voidResets,
} from "./store.ts";

const TOKEN_LENGTH = 43;
const PURPOSE = "password reset";
export const RESET_HOURS = 1;

/**
 * Issues a link that sets a new password, once, within an hour. Only the platform operator can issue one.
 * `forgets_second_factor` is for a person who has lost the second factor and the recovery codes: it removes that factor
 * and the password. Otherwise an attacker who knows the old password could sign in before the link is used. Throws
 * `not_found`.
 */
export async function issueReset(
  tx: Tx,
  email: string,
  options: { readonly forgets_second_factor: boolean },
  actor: string,
): Promise<{ readonly person: PersonRow; readonly token: string; readonly expires_at: Instant }> {
  const person = await findByEmail(tx, normalizeEmail(email));
  if (!person)
    throw new ServiceError("person_not_found", `Nobody with the address ${email} has come in yet`, {
      params: { email },
    });
  if (options.forgets_second_factor) {
    await changePassword(tx, person.id, null);
    await setTotp(tx, person.id, null);
    await removePasskeys(tx, person.id);
    await replaceRecoveryCodes(tx, person.id, []);
  }
  const { token, expires_at } = await createResetLink(tx, person.id, RESET_HOURS * HOUR_MS);
  const after = { forgets_second_factor: options.forgets_second_factor };
  const entry = {
    environment: null,
    actor,
    action: "person.reset_issued" as const,
    subject: person.id,
    before: null,
    after,
  };
  for (const { merchant } of await listMerchantsOf(tx, person.id)) await recordAuditEntry(tx, { merchant, ...entry });
  if (await isPlatformOperator(tx, person.id)) await recordAuditEntry(tx, { merchant: null, ...entry });
  return { person, token, expires_at };
}

/** Issues a link that sets this person's password. It works once, within `lifetime_ms`. */
export async function createResetLink(
  tx: Tx,
  person: Id<"per">,
  lifetime_ms: number,
): Promise<{ readonly token: string; readonly expires_at: Instant }> {
  const token = randomText(TOKEN_LENGTH);
  const expires_at = plus(tx.now, lifetime_ms);
  await insertReset(tx, person, fingerprint(PURPOSE, token), expires_at);
  return { token, expires_at };
}

/** The person whose password this link sets. Throws `not_found` if the link is unknown, used or expired. */
export async function findPersonOfLink(tx: Tx, token: string): Promise<PersonRow> {
  const id = await findReset(tx, fingerprints(PURPOSE, token));
  const person = id && (await find(tx, id));
  if (!person) throw linkNotFound();
  return person;
}

/**
 * Sets an already hashed password and invalidates every other link; the second factor remains. Throws the same errors
 * as `findPersonOfLink`. The caller ends the person's sessions and writes the audit entry.
 */
export async function resetPassword(tx: Tx, token: string, password: string): Promise<Id<"per">> {
  const id = await consumeReset(tx, fingerprints(PURPOSE, token));
  if (!id) throw linkNotFound();
  await changePassword(tx, id, password);
  return id;
}

/** Changes or removes a password, and invalidates every link issued before. */
export async function changePassword(tx: Tx, person: Id<"per">, password: string | null): Promise<void> {
  await setPassword(tx, person, password);
  await voidResets(tx, person);
}

/**
 * Whether a password that was verified before this transaction is still current. Locks the person's row, because
 * another request may change the password between this check and its use.
 */
export async function isCurrentPassword(tx: Tx, verified_person: PersonRow): Promise<boolean> {
  const person = await lock(tx, verified_person.id);
  return person !== null && person.password === verified_person.password;
}

const RETENTION_MS = 30 * DAY_MS;

/** Scheduled job: deletes expired links past their retention. */
export async function deleteOldResetLinks(tx: Tx): Promise<void> {
  await deleteResetsBefore(tx, plus(tx.now, -RETENTION_MS));
}

function linkNotFound(): ServiceError {
  return new ServiceError("reset_link_expired", "This link is no longer valid: ask for a new one");
}
