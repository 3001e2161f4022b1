import { rate } from "./rate.ts";

/** Counts requests, and tells how long the work behind them may let them go first. */
export interface Pressure {
  /** One more request. */
  count(): void;
  /** How long a worker should rest between two looks, in milliseconds. */
  rest_ms(): number;
}

export interface PressureOptions {
  /** The rest while hardly anything comes. */
  readonly rest_least_ms: number;
  readonly rest_most_ms: number;
  /** How much longer the rest is for each request a second. */
  readonly ms_per_request: number;
}

const WINDOW_MS = 200;

/**
 * The faster requests come, the longer the workers behind them rest, and the more they then take at once. Counted over the
 * last fifth of a second, or the one before it.
 */
export function pressure({ rest_least_ms, rest_most_ms, ms_per_request }: PressureOptions): Pressure {
  const { count, per_second } = rate(WINDOW_MS);
  return {
    count,
    rest_ms: () => Math.min(Math.max(rest_least_ms, per_second() * ms_per_request), rest_most_ms),
  };
}
