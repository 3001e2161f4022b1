import type { Tx } from "#db/tx.ts";
import { callerAt } from "#kernel/callers.ts";
import { assert } from "#kernel/errors.ts";
import type { Id } from "#kernel/ids.ts";
import type { Scope } from "#kernel/scope.ts";
import { DAY_MS, HOUR_MS, plus } from "#kernel/time.ts";
import { recordAct } from "#resources/acts/record.ts";
import { post } from "#resources/mails/post.ts";
import { addressListLetter, type SecurityNews, securityLetter } from "#resources/mails/rules.ts";
import { isOperator } from "#resources/operators/store.ts";
import { countFailure, countRecorded, find, forgetFailures, listMembers, listMerchantsOf } from "./store.ts";

/** Authentication events in the audit log. */
export type AuthenticationAct =
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
export interface Origin {
  readonly address: string;
  readonly agent: string;
}

const AGENT_MAX = 300;

/** Events that the person is mailed about. */
const NEWS: Readonly<Partial<Record<AuthenticationAct, SecurityNews>>> = {
  second_factor_added: "second_factor",
  passkey_added: "passkey",
  password_changed: "password",
  password_reset: "password",
};

/**
 * Writes an authentication event into the audit log of each business of the person, in the event's own transaction. A
 * platform operator's events are also in the platform operators' log. Mails the person about important events. Runs as
 * the engine.
 */
export async function recordAuthentication(
  tx: Tx,
  person: Id<"per">,
  act: AuthenticationAct,
  { address, agent }: Origin,
  { has_mail, details = {} }: { readonly has_mail: boolean; readonly details?: object },
): Promise<void> {
  const after = { address, agent: agent.slice(0, AGENT_MAX), ...details };
  const told = { actor: `user:${person}`, act: `person.${act}` as const, subject: person, before: null, after };
  for (const { merchant } of await listMerchantsOf(tx, person)) {
    await recordAct(tx, { merchant, environment: null, ...told });
  }
  if (await isOperator(tx, person)) await recordAct(tx, { merchant: null, environment: null, ...told });
  const news = NEWS[act];
  if (news && has_mail) await mailNews(tx, person, news, { address, agent });
}

// A later mail would be too late to act on.
const NEWS_MS = 3 * DAY_MS;

/** Mails a person about a security event of their account. */
export async function mailNews(tx: Tx, id: Id<"per">, news: SecurityNews, origin: Origin): Promise<void> {
  const person = await find(tx, id);
  assert(person, "the person of a security mail exists");
  const letter = securityLetter(news, { ...origin, at: tx.now });
  await post(tx, { about: id, recipient: person.email, letter, expires_at: plus(tx.now, NEWS_MS) });
}

/** Mails the owners of a business about a change of its address list. */
export async function mailAddressList(
  tx: Tx,
  { merchant, environment }: Scope,
  change: { readonly range: string; readonly is_allowed: boolean; readonly by: string },
): Promise<void> {
  const letter = addressListLetter({ ...change, environment, at: tx.now });
  const owners = (await listMembers(tx, merchant)).filter(({ role }) => role === "owner");
  for (const { id, email } of owners) {
    await post(tx, { about: id, recipient: email, letter, expires_at: plus(tx.now, NEWS_MS) });
  }
}

/** At most so many failed sign-ins of one account are recorded in an hour, from all IP addresses together. */
export const FAILURES_RECORDED_AN_HOUR = 20;

/**
 * Records a failed sign-in: the 1st, 10th, 100th and so on from one IP address in a day, with their number. Runs as the engine.
 */
export async function recordFailure(
  tx: Tx,
  person: Id<"per">,
  what: "password" | "code" | "proof" | "passkey",
  origin: Origin,
): Promise<void> {
  const hour_began = plus(tx.now, -HOUR_MS);
  if ((await countRecorded(tx, person, hour_began)) >= FAILURES_RECORDED_AN_HOUR) return;
  const times = await countFailure(tx, person, callerAt(origin.address), plus(tx.now, -DAY_MS));
  if (!isPowerOfTen(times)) return;
  await countFailure(tx, person, "", hour_began);
  await recordAuthentication(tx, person, "sign_in_failed", origin, { has_mail: false, details: { what, times } });
}

function isPowerOfTen(times: number): boolean {
  return Number.isInteger(Math.log10(times));
}

/** Scheduled job: deletes counts past their retention. */
export async function forgetRecordedFailures(tx: Tx): Promise<void> {
  await forgetFailures(tx, plus(tx.now, -DAY_MS));
}
