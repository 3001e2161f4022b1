import { duration } from "#kernel/time.ts";

/**
 * The delays between queries about one order. Callbacks get lost, so the result relies on queries. Source: MTN advises
 * a query after 5 minutes without a callback; integrators of Orange advise 2 minutes. After the list: hourly.
 */
const QUERY_DELAYS_MS = [
  "5 seconds",
  "10 seconds",
  "15 seconds",
  "30 seconds",
  "1 minute",
  "3 minutes",
  "5 minutes",
  "20 minutes",
  "30 minutes",
].map(duration);
const LATER_QUERY_DELAY_MS = duration("1 hour");

/** After this time the attempt needs a manual review. No timeout releases money: it stays held. */
export const REVIEW_AFTER_MS = duration("72 hours");

/**
 * The delays before an order that never reached its provider is sent again: shorter than those of queries, with
 * back-off.
 */
const RESEND_DELAYS_MS = ["1 second", "5 seconds", "15 seconds", "1 minute", "5 minutes", "15 minutes"].map(duration);

/**
 * A "not found" right after sending may be the provider's own delay. It counts only after this many such answers, and
 * this long after the order was sent.
 */
export const NOT_FOUND_COUNT = 3;
export const NOT_FOUND_AFTER_MS = duration("5 minutes");

// The largest share added to a delay, so that orders sent together are not queried together.
const JITTER = 0.2;

export function queryDelay(query_count: number): number {
  return withJitter(QUERY_DELAYS_MS[query_count] ?? LATER_QUERY_DELAY_MS);
}

export function resendDelay(refusals: number): number {
  return withJitter(RESEND_DELAYS_MS[Math.min(refusals, RESEND_DELAYS_MS.length - 1)] ?? LATER_QUERY_DELAY_MS);
}

function withJitter(ms: number): number {
  return Math.round(ms * (1 + Math.random() * JITTER));
}

/**
 * A failure takes effect at once. It is checked again after these delays, when the provider's own books have settled.
 */
const RECHECK_TIMES_MS = ["1 hour", "24 hours"].map(duration);
const RECHECK_UNTIL_MS = duration("72 hours");

/**
 * The delay until the next check of an attempt that failed `passed_ms` ago, in milliseconds; null: no more checks.
 * `is_unclear`: the last check had no clear answer, so it is repeated.
 */
export function recheckDelay(passed_ms: number, is_unclear = false): number | null {
  if (is_unclear) return passed_ms >= RECHECK_UNTIL_MS ? null : withJitter(LATER_QUERY_DELAY_MS);
  const next_ms = RECHECK_TIMES_MS.find((after_ms) => after_ms > passed_ms);
  return next_ms === undefined ? null : withJitter(next_ms - passed_ms);
}

/**
 * A provider that can return the money of a complete order without a callback is queried again after these delays.
 * Source: Wave reverses payouts within three days.
 */
const REVERSAL_CHECK_TIMES_MS = ["24 hours", "73 hours"].map(duration);
// Two days after the last of them, as for failures: an outage of the provider must not hide a reversal.
const REVERSAL_CHECK_UNTIL_MS = duration("121 hours");

/**
 * The delay until the next query of an order that completed `passed_ms` ago, in milliseconds; null: none. `is_unclear`:
 * the last query had no clear answer, so it is repeated.
 */
export function reversalCheckDelay(passed_ms: number, is_unclear = false): number | null {
  if (is_unclear) return passed_ms >= REVERSAL_CHECK_UNTIL_MS ? null : withJitter(LATER_QUERY_DELAY_MS);
  const next_ms = REVERSAL_CHECK_TIMES_MS.find((after_ms) => after_ms > passed_ms);
  return next_ms === undefined ? null : withJitter(next_ms - passed_ms);
}
