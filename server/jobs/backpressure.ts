import { rateMeter } from "./rate-meter.ts";

/**
 * Back-pressure: counts requests, and derives how long background workers pause so that requests are served first. A
 * burst of 8,000 transfers cost 258 µs of Node and 233 µs of PostgreSQL each, instead of 401 and 469 (decision 7).
 */
export interface Backpressure {
  /** Counts one request. */
  count(): void;
  /** The pause of a worker between two polls, in milliseconds. */
  pause_ms(): number;
}

export interface BackpressureOptions {
  /** The pause while hardly any request arrives. */
  readonly pause_min_ms: number;
  readonly pause_max_ms: number;
  /** Additional pause, in milliseconds, per request per second. */
  readonly pause_ms_per_request: number;
}

const WINDOW_MS = 200;

/**
 * Creates the back-pressure. The faster requests arrive, the longer the workers pause, and the more rows one claim
 * takes. The rate is the higher one of the current and the previous window of a fifth of a second.
 */
export function backpressure({ pause_min_ms, pause_max_ms, pause_ms_per_request }: BackpressureOptions): Backpressure {
  const { count, per_second } = rateMeter(WINDOW_MS);
  return {
    count,
    pause_ms: () => Math.min(Math.max(pause_min_ms, per_second() * pause_ms_per_request), pause_max_ms),
  };
}
