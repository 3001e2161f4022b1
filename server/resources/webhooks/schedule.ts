import { duration, HOUR_MS, MINUTE_MS } from "#kernel/time.ts";

/**
 * When each attempt is made, counted from the one before it: fifteen in 71 hours and 52 minutes, the first at once
 * (interface-decisions 32).
 */
export const STEPS_MS = [
  ...["0 seconds", "5 seconds", "30 seconds", "2 minutes", "5 minutes", "15 minutes", "30 minutes", "1 hour"],
  ...["2 hours", "4 hours", "6 hours", "8 hours", "12 hours", "16 hours", "22 hours"],
].map(duration);

// Up to this much is added, never taken away: what failed together is not tried again together.
const JITTER = 0.2;
export const RETRY_AFTER_MAX_MS = 24 * HOUR_MS;
// A receiver that said "too many" or did not answer in time is not helped by another request five seconds later.
export const SLOW_DOWN_MS = MINUTE_MS;

/**
 * How long after attempt number `attempts` the next one comes, or null when that was the last. A receiver may ask for
 * more time (`Retry-After`), up to twice the step and a day; never for less. One that is slow (`is_slow`: 429, or no
 * answer in time) has a minute at least.
 */
export function nextAttemptAfter(attempts: number, is_slow: boolean, retry_after_ms: number | null): number | null {
  const planned = STEPS_MS[attempts];
  if (planned === undefined) return null;
  const step = is_slow ? Math.max(planned, SLOW_DOWN_MS) : planned;
  const asked = Math.min(retry_after_ms ?? 0, 2 * step, RETRY_AFTER_MAX_MS);
  return Math.max(Math.round(step * (1 + Math.random() * JITTER)), asked);
}

/** `Retry-After`, in seconds or as a date (RFC 9110, 10.2.3), in milliseconds from `now_ms`; null for anything else. */
export function retryAfter(header: string | string[] | undefined, now_ms: number): number | null {
  if (typeof header !== "string") return null;
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1_000;
  const at_ms = Date.parse(header);
  return Number.isNaN(at_ms) ? null : Math.max(0, at_ms - now_ms);
}
