import { lruCache } from "#kernel/cache.ts";
import { ServiceError } from "#kernel/errors.ts";
import type { PlainReason } from "#kernel/reasons.ts";
import { SECOND_MS } from "#kernel/time.ts";

export interface RateLimit {
  /** The most requests of one caller in a window. */
  readonly max: number;
  readonly window_ms: number;
}

/** The result of counting one request: its number in the current window, and the seconds until the window resets. */
export interface WindowCount {
  readonly times: number;
  readonly ends_in_s: number;
}

// The most callers per counter. Beyond it, the least recently used window is dropped, and its caller starts at zero.
export const COUNTED_KEYS_MAX = 50_000;

interface CountWindow {
  times: number;
  readonly ends_ms: number;
}

/**
 * Counts requests per caller in a fixed window. Each call returns the count at that moment, so in a burst within one
 * event-loop turn only the excess requests are over the limit. `amount` counts bytes instead of requests.
 */
export function windowCounter(window_ms: number): (key: string, amount?: number) => WindowCount {
  const windows = lruCache<string, CountWindow>(COUNTED_KEYS_MAX);

  function openWindow(key: string, now_ms: number): CountWindow {
    const window = { times: 0, ends_ms: now_ms + window_ms };
    windows.set(key, window);
    return window;
  }

  return (key, amount = 1) => {
    // Whole milliseconds: with fractions a window would last slightly longer than `window_ms`.
    const now_ms = Math.floor(performance.now());
    const current = windows.get(key);
    const window = current && current.ends_ms > now_ms ? current : openWindow(key, now_ms);
    window.times += amount;
    return { times: window.times, ends_in_s: Math.ceil((window.ends_ms - now_ms) / SECOND_MS) };
  };
}

/** Returns a rate limiter. It throws `too_many_requests`, with the time to wait, for a caller over the limit. */
export function rateLimiter({ max, window_ms }: RateLimit, message?: string): (key: string) => void {
  const count = windowCounter(window_ms);
  return (key) => {
    const { times, ends_in_s } = count(key);
    if (times > max) throw tooManyRequests(ends_in_s, message);
  };
}

export function tooManyRequests(
  retry_after_s: number,
  message = "Too many requests; try again shortly",
  reason: PlainReason = "rate_limited",
): ServiceError {
  return new ServiceError(reason, message, { retry_after_s });
}
