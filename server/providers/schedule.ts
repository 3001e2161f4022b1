import { duration } from "#kernel/time.ts";

/**
 * How long after one question the next is asked: providers' callbacks get lost, so asking is what can be relied on
 * (reference: MTN advises 5 minutes without a callback, integrators of Orange 2). Then hourly.
 */
const ASK_AGAIN_MS = [
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
const ASK_LATER_MS = duration("1 hour");

/** After this long a person looks at it. Nothing is released by time: the money stays held. */
export const REVIEW_AFTER_MS = duration("72 hours");

/** A provider that was never reached is tried again sooner, and more and more slowly. */
const SEND_AGAIN_MS = ["1 second", "5 seconds", "15 seconds", "1 minute", "5 minutes", "15 minutes"].map(duration);

/** "Not found" right after sending may be the provider's own delay. This often, for this long, it no longer is. */
export const NOT_FOUND_TIMES = 3;
export const NOT_FOUND_AFTER_MS = duration("5 minutes");

// Up to this much is added, so that what was sent together is not asked about together.
const JITTER = 0.2;

export function askAgainAfter(asks: number): number {
  return jittered(ASK_AGAIN_MS[asks] ?? ASK_LATER_MS);
}

export function sendAgainAfter(refusals: number): number {
  return jittered(SEND_AGAIN_MS[Math.min(refusals, SEND_AGAIN_MS.length - 1)] ?? ASK_LATER_MS);
}

function jittered(ms: number): number {
  return Math.round(ms * (1 + Math.random() * JITTER));
}

/** A failure is believed at once, and looked at again when the provider's own books have settled. */
const CHECK_AFTER_MS = ["1 hour", "24 hours"].map(duration);
const CHECK_UNTIL_MS = duration("72 hours");

/**
 * How long until an attempt that failed `passed_ms` ago is checked once more; null: no more. `is_unclear`: the last check
 * told nothing, so it is repeated.
 */
export function checkAgainAfter(passed_ms: number, is_unclear = false): number | null {
  if (is_unclear) return passed_ms >= CHECK_UNTIL_MS ? null : jittered(ASK_LATER_MS);
  const next_ms = CHECK_AFTER_MS.find((after_ms) => after_ms > passed_ms);
  return next_ms === undefined ? null : jittered(next_ms - passed_ms);
}
