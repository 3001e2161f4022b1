import { ServiceError } from "#kernel/errors.ts";
import { SECOND_MS } from "#kernel/time.ts";

export interface Limit {
  /** The most requests of one caller in a window. */
  readonly max: number;
  readonly window_ms: number;
}

/** The result of counting one request: its number in the current window, and the seconds until the window resets. */
export interface Counted {
  readonly times: number;
  readonly ends_in_s: number;
}

// Per counter. Beyond it, the oldest window is dropped, and its caller counted anew.
export const COUNTED_MAX = 50_000;

interface Window {
  times: number;
  readonly ends_ms: number;
}

/**
 * Counts requests per caller in a fixed window. Each call returns the count at its own time, so that of a burst within
 * one event-loop turn only the excess is over the limit. `amount` counts bytes instead of requests.
 */
export function counter(window_ms: number): (of: string, amount?: number) => Counted {
  const windows = new Map<string, Window>();

  function begin(of: string, now_ms: number): Window {
    const window = { times: 0, ends_ms: now_ms + window_ms };
    windows.delete(of);
    windows.set(of, window);
    const [first] = windows.size > COUNTED_MAX ? windows.keys() : [];
    if (first !== undefined) windows.delete(first);
    return window;
  }

  return (of, amount = 1) => {
    // Whole milliseconds: with fractions a window would last slightly longer.
    const now_ms = Math.floor(performance.now());
    const known = windows.get(of);
    const window = known && known.ends_ms > now_ms ? known : begin(of, now_ms);
    window.times += amount;
    return { times: window.times, ends_in_s: Math.ceil((window.ends_ms - now_ms) / SECOND_MS) };
  };
}

/** Returns a rate limiter. It throws `too_many_requests`, with the time to wait, for a caller over the limit. */
export function limiter({ max, window_ms }: Limit, message?: string): (of: string) => void {
  const count = counter(window_ms);
  return (of) => {
    const { times, ends_in_s } = count(of);
    if (times > max) throw tooMany(ends_in_s, message);
  };
}

export function tooMany(retry_after_s: number, message = "Too many requests; try again shortly"): ServiceError {
  return new ServiceError("too_many_requests", message, undefined, { retry_after_s });
}
