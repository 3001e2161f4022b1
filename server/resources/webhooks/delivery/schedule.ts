import { duration, HOUR_MS, MINUTE_MS } from "#kernel/time.ts";

/**
 * The delay before each attempt, from the previous one. The first is sent at once; fifteen attempts take 71 hours and
 * 52 minutes (interface-decisions 32).
 */
export const ATTEMPT_DELAYS_MS = [
  ...["0 seconds", "5 seconds", "30 seconds", "2 minutes", "5 minutes", "15 minutes", "30 minutes", "1 hour"],
  ...["2 hours", "4 hours", "6 hours", "8 hours", "12 hours", "16 hours", "22 hours"],
].map(duration);

// Up to 20 % is added to each delay, so that attempts that failed together are not retried together.
const JITTER = 0.2;
export const RETRY_AFTER_MAX_MS = 24 * HOUR_MS;
// The shortest delay after a 429 or a timeout: a retry after five seconds would overload the receiver further.
export const SLOW_DOWN_MS = MINUTE_MS;

/**
 * The delay in milliseconds after attempt number `attempts`; null after the last. `Retry-After` can extend the delay,
 * but never beyond twice the planned one, nor beyond a day; it never shortens it. After a 429 or a timeout (`is_slow`)
 * the delay is at least a minute.
 */
export function nextAttemptAfter(attempts: number, is_slow: boolean, retry_after_ms: number | null): number | null {
  const planned = ATTEMPT_DELAYS_MS[attempts];
  if (planned === undefined) return null;
  const step = is_slow ? Math.max(planned, SLOW_DOWN_MS) : planned;
  const requested = Math.min(retry_after_ms ?? 0, 2 * step, RETRY_AFTER_MAX_MS);
  return Math.max(Math.round(step * (1 + Math.random() * JITTER)), requested);
}

/** Parses `Retry-After`, in seconds or as a date (RFC 9110, 10.2.3). Returns milliseconds from `now_ms`, or null. */
export function retryAfter(header: string | string[] | undefined, now_ms: number): number | null {
  if (typeof header !== "string") return null;
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1_000;
  const at_ms = Date.parse(header);
  return Number.isNaN(at_ms) ? null : Math.max(0, at_ms - now_ms);
}
