import type { Tx } from "#db/tx.ts";
import type { Id } from "#kernel/ids.ts";
import { duration, type Instant, plus, toMilliseconds } from "#kernel/time.ts";
import {
  addCounts,
  type ChannelCount,
  type ChannelHealthRow,
  deleteCounts,
  findHealth,
  lockHealth,
  writeHealth,
} from "./health-store.ts";

/** The result of one provider call, as evidence of a channel's health on one provider account. */
export interface HealthSignal {
  readonly provider_account: Id<"con">;
  readonly channel: string;
  readonly is_good: boolean;
}

/**
 * A pseudo-channel for the money that an account's outgoing orders are paid from. If the float is too low, outgoing
 * orders of every channel of the account pause; collections continue.
 */
export const FLOAT = "float";

const COUNTS_RETENTION_MS = duration("1 day");
const WINDOW_MS = duration("5 minutes");
// A smaller sample proves nothing: one payer's empty wallet is not an outage.
const CALLS_MIN = 20;
const SUCCESS_SHARE_MIN = 0.5;
// With this many failures in a row and no success, the pause begins before `CALLS_MIN`.
const FAILURES_MIN = 10;
const PAUSE_MS = duration("1 minute");
const PAUSE_MAX_MS = duration("15 minutes");
const FLOAT_TOO_LOW = "The account at the operator has too little money";
/** This many successful probes in a row open the channel again. */
const PROBES_REQUIRED = 3;

/**
 * A circuit breaker per channel and provider account. It pauses the channel if too few calls of the last five minutes
 * succeeded. During a pause no new order is sent. Then a few probes are sent, and their success opens the channel
 * again.
 */
export async function recordSignals(tx: Tx, signals: readonly HealthSignal[]): Promise<void> {
  if (signals.length === 0) return;
  const counts = countsOf(signals);
  const rows = new Map((await lockHealth(tx, counts)).map((row) => [channelKey(row), row]));
  const sums = await addCounts(
    tx,
    counts,
    counts.map((count) => windowStart(rows.get(channelKey(count)), tx.now)),
  );
  const changed = counts.flatMap((count, index) => {
    const row = rows.get(channelKey(count)) ?? {
      provider_account: count.provider_account,
      channel: count.channel,
      ...OPEN,
    };
    const after = healthAfterCalls(row, count, sums[index] ?? count, tx.now);
    return after === null ? [] : [after];
  });
  await writeHealth(tx, changed);
}

const OPEN = { state: "open", paused_until: null, pauses: 0, probes_good: 0, since: null, reason: null } as const;

/** The new health of a channel after more results; null: unchanged. A pure function. */
export function healthAfterCalls(
  row: ChannelHealthRow,
  new_counts: ChannelCount,
  window: ChannelCount,
  now: Instant,
): ChannelHealthRow | null {
  if (row.state === "stopped") return null;
  const total = window.good + window.bad;
  if (row.state === "open") {
    const is_down = total >= CALLS_MIN && window.good < total * SUCCESS_SHARE_MIN;
    const is_dead = window.good === 0 && window.bad >= FAILURES_MIN;
    if (!is_down && !is_dead) return null;
    const why = row.channel === FLOAT ? FLOAT_TOO_LOW : `${window.bad} of the last ${total} requests failed`;
    return pausedHealth(row, 1, why, now);
  }
  if (row.paused_until === null || row.paused_until > now) return null;
  if (new_counts.bad > 0) {
    return pausedHealth(
      row,
      row.pauses + 1,
      row.channel === FLOAT ? FLOAT_TOO_LOW : "It failed again when it was tried",
      now,
    );
  }
  const probes_good = row.probes_good + new_counts.good;
  if (probes_good < PROBES_REQUIRED) return { ...row, probes_good };
  return { ...row, ...OPEN, since: now };
}

function pausedHealth(row: ChannelHealthRow, pauses: number, reason: string, now: Instant): ChannelHealthRow {
  const pause_ms = Math.min(PAUSE_MS * 2 ** (pauses - 1), PAUSE_MAX_MS);
  return {
    ...row,
    ...{ state: "paused", pauses, probes_good: 0, paused_until: plus(now, pause_ms), reason },
    since: row.state === "paused" ? row.since : now,
  };
}

const CLOSED_BY_PROVIDER = "The provider reports that the network is closed";
// Three queries long: the pause outlasts two queries without an answer.
const CLOSED_MS = duration("3 minutes");

/** A provider's report about a channel of an account. */
export interface ChannelReport {
  readonly provider_account: Id<"con">;
  readonly channel: string;
  readonly is_closed: boolean;
}

/** Pauses channels whose network is closed, and opens them again once it works. */
export async function recordReports(tx: Tx, reports: readonly ChannelReport[]): Promise<void> {
  const rows = new Map((await lockHealth(tx, reports)).map((row) => [channelKey(row), row]));
  const changed = reports.flatMap(({ provider_account, channel, is_closed }) => {
    const row = rows.get(channelKey({ provider_account, channel })) ?? { provider_account, channel, ...OPEN };
    const after = healthAfterReport(row, is_closed, tx.now);
    return after === null ? [] : [after];
  });
  await writeHealth(tx, changed);
}

/** The new health of a channel after a report; null: unchanged. Any other pause, and a stop, stay as they are. */
export function healthAfterReport(row: ChannelHealthRow, is_closed: boolean, now: Instant): ChannelHealthRow | null {
  const was_closed = row.state === "paused" && row.reason === CLOSED_BY_PROVIDER;
  if (!is_closed) return was_closed ? { ...row, ...OPEN, since: now } : null;
  if (row.state !== "open" && !was_closed) return null;
  return {
    ...row,
    ...{ state: "paused", pauses: 1, probes_good: 0, paused_until: plus(now, CLOSED_MS), reason: CLOSED_BY_PROVIDER },
    since: was_closed ? row.since : now,
  };
}

/** The start of the counting window. Results from before the channel's last reopening do not count. */
function windowStart(row: ChannelHealthRow | undefined, now: Instant): Instant {
  const window = plus(now, -WINDOW_MS);
  return row?.state === "open" && row.since !== null && row.since > window ? row.since : window;
}

function countsOf(signals: readonly HealthSignal[]): readonly ChannelCount[] {
  const counts = new Map<string, { provider_account: Id<"con">; channel: string; good: number; bad: number }>();
  for (const { provider_account, channel, is_good } of signals) {
    const key = channelKey({ provider_account, channel });
    const count = counts.get(key) ?? { provider_account, channel, good: 0, bad: 0 };
    if (is_good) count.good += 1;
    else count.bad += 1;
    counts.set(key, count);
  }
  return [...counts.values()].sort((a, b) => (channelKey(a) < channelKey(b) ? -1 : 1));
}

export function channelKey({
  provider_account,
  channel,
}: {
  readonly provider_account: string;
  readonly channel: string;
}): string {
  return `${provider_account} ${channel}`;
}

/** A channel's health, as `GET /channels` shows it. */
export interface ChannelHealth {
  readonly status: "operational" | "degraded" | "paused";
  /** The share of successful requests in the last five minutes: 0 to 1. Null without requests. */
  readonly success_rate: number | null;
  readonly paused_until: Instant | null;
  /** For people: in English, or as the platform operator wrote it. */
  readonly reason: string | null;
  readonly reason_code: PauseCode | null;
}

export const PAUSE_CODES = [
  ...(["too_many_failures", "probe_failed", "float_too_low", "closed_by_provider", "stopped_by_operator"] as const),
] as const;

/** Why a channel is paused. The provider did not work, or a platform operator has stopped the channel. */
export type PauseCode = (typeof PAUSE_CODES)[number];

/** The health of the accounts' channels. An unused channel is absent: it is operational. */
export async function findChannelHealth(
  tx: Tx,
  provider_accounts: readonly Id<"con">[],
): Promise<ReadonlyMap<string, ChannelHealth>> {
  if (provider_accounts.length === 0) return new Map();
  const rows = await findHealth(tx, provider_accounts, plus(tx.now, -WINDOW_MS));
  return new Map(rows.map((row) => [channelKey(row), presentHealth(row)]));
}

// The suggested retry delay for a channel that a platform operator stopped: nobody can tell when it will open again.
const STOPPED_MS = duration("1 minute");

/** The expected remaining time of a channel's pause, in milliseconds; null: not paused. */
export async function remainingPause(tx: Tx, provider_account: Id<"con">, channel: string): Promise<number | null> {
  const health = (await findChannelHealth(tx, [provider_account])).get(channelKey({ provider_account, channel }));
  if (health?.status !== "paused") return null;
  if (health.paused_until === null) return STOPPED_MS;
  const remaining_ms = toMilliseconds(health.paused_until) - toMilliseconds(tx.now);
  return remaining_ms > 0 ? remaining_ms : null;
}

function presentHealth(row: ChannelHealthRow & ChannelCount): ChannelHealth {
  const total = row.good + row.bad;
  const success_rate = total === 0 ? null : Math.round((100 * row.good) / total) / 100;
  if (row.state !== "open") {
    return {
      ...{ status: "paused", success_rate, paused_until: row.paused_until },
      ...{ reason: row.reason, reason_code: pauseCodeOf(row) },
    };
  }
  const is_degraded = total >= CALLS_MIN && row.good < total * 0.9;
  const open = { paused_until: null, reason: null, reason_code: null };
  return { status: is_degraded ? "degraded" : "operational", success_rate, ...open };
}

function pauseCodeOf({ state, channel, pauses, reason }: ChannelHealthRow): PauseCode {
  if (state === "stopped") return "stopped_by_operator";
  if (reason === CLOSED_BY_PROVIDER) return "closed_by_provider";
  if (channel === FLOAT) return "float_too_low";
  return pauses > 1 ? "probe_failed" : "too_many_failures";
}

/** Stops a channel of one provider account for a platform operator, or opens it again. */
export async function setChannelStop(
  tx: Tx,
  of: { readonly provider_account: Id<"con">; readonly channel: string },
  reason: string | null,
): Promise<void> {
  await lockHealth(tx, [of]);
  const stopped = { ...OPEN, state: "stopped", reason, since: tx.now } as const;
  await writeHealth(tx, [{ ...of, ...(reason === null ? { ...OPEN, since: tx.now } : stopped) }]);
}

/** A scheduled job: deletes counts older than their retention. */
export async function deleteOldCounts(tx: Tx): Promise<void> {
  await deleteCounts(tx, plus(tx.now, -COUNTS_RETENTION_MS));
}
