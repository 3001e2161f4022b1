import { duration, HOUR_MS } from "#kernel/time.ts";

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
const RETRY_AFTER_MAX_MS = 24 * HOUR_MS;

/**
 * How long after attempt number `attempts` the next one comes, or null when that was the last. A receiver may ask for
 * more time (`Retry-After`), up to twice the step; never for less.
 */
export function nextAttemptAfter(attempts: number, retry_after_ms: number | null): number | null {
  const step = STEPS_MS[attempts];
  if (step === undefined) return null;
  const asked = Math.min(retry_after_ms ?? 0, 2 * step, RETRY_AFTER_MAX_MS);
  return Math.max(Math.round(step * (1 + Math.random() * JITTER)), asked);
}
