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

/** What people do to sign in, and to the ways they do. */
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

/** From where, and with what. */
export interface Origin {
  readonly address: string;
  readonly agent: string;
}

const AGENT_MAX = 300;

/** What its person is mailed about. */
const NEWS: Readonly<Partial<Record<AuthenticationAct, SecurityNews>>> = {
  second_factor_added: "second_factor",
  passkey_added: "passkey",
  password_changed: "password",
  password_reset: "password",
};

/**
 * Writes what a person did into the audit log of each business they belong to, and the operators' where they are one, in the
 * transaction of it; and mails them where it matters to them. Runs as the engine.
 */
export async function recordAuthentication(
  tx: Tx,
  person: Id<"per">,
  act: AuthenticationAct,
  { address, agent }: Origin,
  { has_mail, details = {} }: { readonly has_mail: boolean; readonly details?: object },
): Promise<void> {
  const after = { address, agent: agent.slice(0, AGENT_MAX), ...details };
  const told = { actor: `user:${person}`, act: `person.${act}`, subject: person, before: null, after };
  for (const { merchant } of await listMerchantsOf(tx, person)) {
    await recordAct(tx, { merchant, environment: null, ...told });
  }
  if (await isOperator(tx, person)) await recordAct(tx, { merchant: null, environment: null, ...told });
  const news = NEWS[act];
  if (news && has_mail) await mailNews(tx, person, news, { address, agent });
}

// A mail that arrives later tells nothing that can still be stopped.
const NEWS_MS = 3 * DAY_MS;

/** Tells a person what was done with their account. */
export async function mailNews(tx: Tx, id: Id<"per">, news: SecurityNews, origin: Origin): Promise<void> {
  const person = await find(tx, id);
  assert(person, "who is told exists");
  const letter = securityLetter(news, { ...origin, at: tx.now });
  await post(tx, { about: id, recipient: person.email, letter, expires_at: plus(tx.now, NEWS_MS) });
}

/** Tells a business's owners that its list of addresses was changed. */
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

/** Of the tries of one account in vain, so many are recorded in an hour, from however many addresses. */
export const FAILURES_RECORDED_AN_HOUR = 20;

/**
 * Records that somebody tried an account in vain: of the tries from one address in a day the 1st, the 10th, the 100th and so on,
 * with how many there were. Nobody's account is recorded nowhere. Runs as the engine.
 */
export async function recordFailure(
  tx: Tx,
  person: Id<"per">,
  what: "password" | "code" | "proof",
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

/** A chore. */
export async function forgetRecordedFailures(tx: Tx): Promise<void> {
  await forgetFailures(tx, plus(tx.now, -DAY_MS));
}
