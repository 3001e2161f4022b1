import { ServiceError } from "#kernel/errors.ts";
import { SECOND_MS } from "#kernel/time.ts";

export interface Limit {
  /** How often each may come in a window. */
  readonly max: number;
  readonly window_ms: number;
}

/** Somebody who came: the how-manieth time in a window that was, and how long until the next window. */
export interface Counted {
  readonly times: number;
  readonly ends_in_s: number;
}

// Of each counter. Beyond, who began to be counted first is counted anew.
export const COUNTED_MAX = 50_000;

interface Window {
  times: number;
  readonly ends_ms: number;
}

/**
 * Counts how often each has come in its window. Everyone is told the count as it was for them: of a burst that comes in one
 * turn of the event loop only those are too many that are. `amount` counts bytes in place of requests.
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
    // In whole milliseconds: of fractions a window would come to a little more than it is.
    const now_ms = Math.floor(performance.now());
    const known = windows.get(of);
    const window = known && known.ends_ms > now_ms ? known : begin(of, now_ms);
    window.times += amount;
    return { times: window.times, ends_in_s: Math.ceil((window.ends_ms - now_ms) / SECOND_MS) };
  };
}

/** A check that throws `too_many_requests`, with the time to wait, for whoever comes more often than the limit says. */
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
