import { rate } from "./rate.ts";

/** Back-pressure: counts requests, and derives how long background workers pause so that requests are served first. */
export interface Pressure {
  /** Counts one request. */
  count(): void;
  /** The pause of a worker between two polls, in milliseconds. */
  rest_ms(): number;
}

export interface PressureOptions {
  /** The pause while hardly any request arrives. */
  readonly rest_least_ms: number;
  readonly rest_most_ms: number;
  /** Additional pause, in milliseconds, per request per second. */
  readonly ms_per_request: number;
}

const WINDOW_MS = 200;

/**
 * The faster requests arrive, the longer the workers pause, and the more rows one claim takes. The rate is the higher
 * one of the current and the previous window of a fifth of a second.
 */
export function pressure({ rest_least_ms, rest_most_ms, ms_per_request }: PressureOptions): Pressure {
  const { count, per_second } = rate(WINDOW_MS);
  return {
    count,
    rest_ms: () => Math.min(Math.max(rest_least_ms, per_second() * ms_per_request), rest_most_ms),
  };
}
