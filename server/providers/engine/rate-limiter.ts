import { lruCache } from "#kernel/cache.ts";
import { tokenBuckets } from "#kernel/rate-limiter.ts";
import { SECOND_MS } from "#kernel/time.ts";

/**
 * A rate limiter for the calls to a provider account. A call runs at once, waits for a near turn, or is deferred. No
 * call is dropped, and no lease is held during a long wait.
 */
export interface CallRateLimiter {
  /**
   * Milliseconds to wait for this call's turn (0: now), or the delay after which to try again. A deferred call takes no
   * turn.
   */
  take(key: string, per_second: number): { readonly wait_ms: number } | { readonly put_off_ms: number };
  /** Takes a turn if one is free now, and returns whether it did. */
  tryTake(key: string, per_second: number): boolean;
}

// A call with a longer wait is deferred: its attempt returns to the queue, and its slot is free for others.
const WAIT_MAX_MS = 2_000;

// A bucket holds one call, so that calls are evenly spaced. `ROUNDING` (half a millionth of a call) absorbs
// floating-point errors.
const BURST = 1;
const ROUNDING = 5e-7;
// The most accounts whose next retry time is stored.
const DEFERRED_MAX = 1_000;

/** `now_ms`: a monotonic clock. Each process has its own limiter for its share of the account's rate. */
export function callRateLimiter(now_ms: () => number = () => performance.now()): CallRateLimiter {
  const buckets = tokenBuckets(now_ms);
  // The earliest retry time of each account's next deferred call, so that retries are evenly spaced, too.
  const next_retry_ms = lruCache<string, number>(DEFERRED_MAX);
  return {
    take(key, per_second) {
      const rate = { per_second, burst: BURST };
      const missing = BURST - buckets.available(key, rate);
      const wait_ms = missing < ROUNDING ? 0 : (missing / per_second) * SECOND_MS;
      if (wait_ms <= WAIT_MAX_MS) {
        buckets.take(key, 1, rate);
        return { wait_ms };
      }
      const now = now_ms();
      const retry_ms = Math.max(next_retry_ms.get(key) ?? 0, now + WAIT_MAX_MS) + SECOND_MS / per_second;
      next_retry_ms.set(key, retry_ms);
      return { put_off_ms: retry_ms - now };
    },
    tryTake(key, per_second) {
      const rate = { per_second, burst: BURST };
      if (BURST - buckets.available(key, rate) >= ROUNDING) return false;
      buckets.take(key, 1, rate);
      return true;
    },
  };
}
