import type { Tx } from "#db/tx.ts";
import { clientNetwork } from "#kernel/client-address.ts";
import { assert } from "#kernel/errors.ts";
import type { Id } from "#kernel/ids.ts";
import type { Scope } from "#kernel/scope.ts";
import { DAY_MS, HOUR_MS, plus } from "#kernel/time.ts";
import { recordAuditEntry } from "#resources/audit-log/record.ts";
import { enqueueMail } from "#resources/outbox-mail/enqueue.ts";
import { addressListMail, type SecurityNotice, securityMail } from "#resources/outbox-mail/rules.ts";
import { isPlatformOperator } from "#resources/platform-operators/store.ts";
import {
  countFailure,
  countRecordedFailures,
  deleteFailuresBefore,
  find,
  listMembers,
  listMerchantsOf,
} from "./store.ts";

/** Authentication events in the audit log. */
export type AuthenticationEvent =
  | "signed_in"
  | "sign_in_failed"
  | "signed_out"
  | "proved"
  | "second_factor_added"
  | "second_factor_removed"
  | "passkey_added"
  | "passkey_removed"
  | "recovery_codes_made"
  | "recovery_code_used"
  | "password_changed"
  | "password_reset";

/** The IP address and the user agent of a request. */
export interface ClientInfo {
  readonly address: string;
  readonly agent: string;
}

const AGENT_MAX = 300;

/** The events that are reported to the person by mail. */
const MAILED_EVENTS: Readonly<Partial<Record<AuthenticationEvent, SecurityNotice>>> = {
  second_factor_added: "second_factor",
  passkey_added: "passkey",
  password_changed: "password",
  password_reset: "password",
};

/**
 * Writes an authentication event into the audit log of each merchant of the person, in the event's own transaction. A
 * platform operator's events are also in the platform operators' log. Important events are mailed to the person. Runs
 * as the engine.
 */
export async function recordAuthentication(
  tx: Tx,
  person: Id<"per">,
  event: AuthenticationEvent,
  { address, agent }: ClientInfo,
  { has_mail, details = {} }: { readonly has_mail: boolean; readonly details?: object },
): Promise<void> {
  const after = { address, agent: agent.slice(0, AGENT_MAX), ...details };
  const entry = { actor: `user:${person}`, action: `person.${event}` as const, subject: person, before: null, after };
  for (const { merchant } of await listMerchantsOf(tx, person)) {
    await recordAuditEntry(tx, { merchant, environment: null, ...entry });
  }
  if (await isPlatformOperator(tx, person)) await recordAuditEntry(tx, { merchant: null, environment: null, ...entry });
  const notice = MAILED_EVENTS[event];
  if (notice && has_mail) await mailSecurityNotice(tx, person, notice, { address, agent });
}

// After three days the mail is not sent: it would be too late to act on it.
const NOTICE_LIFETIME_MS = 3 * DAY_MS;

/** Mails a person about a security event of their own account. */
export async function mailSecurityNotice(
  tx: Tx,
  id: Id<"per">,
  notice: SecurityNotice,
  origin: ClientInfo,
): Promise<void> {
  const person = await find(tx, id);
  assert(person, "the person of a security mail exists");
  const letter = securityMail(notice, { ...origin, at: tx.now });
  await enqueueMail(tx, { about: id, recipient: person.email, letter, expires_at: plus(tx.now, NOTICE_LIFETIME_MS) });
}

/** Mails the owners of a merchant about a change of its IP allowlist. */
export async function mailAddressListChange(
  tx: Tx,
  { merchant, environment }: Scope,
  change: { readonly range: string; readonly is_allowed: boolean; readonly by: string },
): Promise<void> {
  const letter = addressListMail({ ...change, environment, at: tx.now });
  const owners = (await listMembers(tx, merchant)).filter(({ role }) => role === "owner");
  for (const { id, email } of owners) {
    await enqueueMail(tx, { about: id, recipient: email, letter, expires_at: plus(tx.now, NOTICE_LIFETIME_MS) });
  }
}

/** The maximum of failed sign-ins of one account that are recorded per hour, over all IP addresses. */
export const FAILURES_RECORDED_PER_HOUR_MAX = 20;

/**
 * Counts a failed sign-in. Per day and IP address, only the 1st, 10th, 100th and so on is recorded, with the count.
 * Runs as the engine.
 */
export async function recordFailedSignIn(
  tx: Tx,
  person: Id<"per">,
  method: "password" | "code" | "proof" | "passkey",
  origin: ClientInfo,
): Promise<void> {
  const hour_ago = plus(tx.now, -HOUR_MS);
  if ((await countRecordedFailures(tx, person, hour_ago)) >= FAILURES_RECORDED_PER_HOUR_MAX) return;
  const times = await countFailure(tx, person, clientNetwork(origin.address), plus(tx.now, -DAY_MS));
  if (!isPowerOfTen(times)) return;
  await countFailure(tx, person, "", hour_ago);
  await recordAuthentication(tx, person, "sign_in_failed", origin, {
    has_mail: false,
    details: { what: method, times },
  });
}

function isPowerOfTen(times: number): boolean {
  return Number.isInteger(Math.log10(times));
}

/** Scheduled job: deletes counts past their retention. */
export async function deleteOldFailures(tx: Tx): Promise<void> {
  await deleteFailuresBefore(tx, plus(tx.now, -DAY_MS));
}
