import rateLimit, { type FastifyRateLimitStore } from "@fastify/rate-limit";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { ServiceError } from "#kernel/errors.ts";
import { SECOND_MS } from "#kernel/time.ts";

export interface Limit {
  readonly max: number;
  readonly window_ms: number;
  /** Who is counted: the address unless something else is named. */
  readonly by?: (request: FastifyRequest) => string;
}

// Of each limit. Beyond, who began to be counted first is counted anew.
export const COUNTED_MAX = 50_000;

type Tell = Parameters<FastifyRateLimitStore["incr"]>[1];

/** What all limits of a server count with. */
export async function countRequests(app: FastifyInstance): Promise<void> {
  await app.register(rateLimit, { global: false, store: Counts });
}

/**
 * How often each has come in its window. Everyone is told the count as it was for them: of a burst that comes in one turn of
 * the event loop only those are too many that are.
 */
class Counts implements FastifyRateLimitStore {
  readonly #windows = new Map<string, { current: number; readonly ends_ms: number }>();

  incr(key: string, tell: Tell, window_ms: number): void {
    const now_ms = performance.now();
    let window = this.#windows.get(key);
    if (!window || window.ends_ms <= now_ms) {
      window = { current: 0, ends_ms: now_ms + window_ms };
      this.#windows.delete(key);
      this.#windows.set(key, window);
      this.#keepWithinBounds();
    }
    window.current += 1;
    tell(null, { current: window.current, ttl: window.ends_ms - now_ms });
  }

  child(): Counts {
    return new Counts();
  }

  #keepWithinBounds(): void {
    if (this.#windows.size <= COUNTED_MAX) return;
    const [first] = this.#windows.keys();
    if (first !== undefined) this.#windows.delete(first);
  }
}

/** A check that throws `too_many_requests`, with the time to wait, for whoever comes more often than the limit says. */
export function limiter(app: FastifyInstance, limit: Limit): (request: FastifyRequest) => Promise<void> {
  const count = app.createRateLimit({
    max: limit.max,
    timeWindow: limit.window_ms,
    ...(limit.by ? { keyGenerator: limit.by } : {}),
  });
  return async (request) => {
    const counted = await count(request);
    if ("isExceeded" in counted && counted.isExceeded) throw tooMany(counted.ttlInSeconds);
  };
}

/** The same for what only the work behind a request finds out: counts one more of `of`. */
export function tally({ max, window_ms }: Omit<Limit, "by">): (of: string) => void {
  const counts = new Counts();
  return (of) => {
    const tell: Tell = (_error, counted) => {
      if (counted && counted.current > max) throw tooMany(Math.ceil(counted.ttl / SECOND_MS));
    };
    counts.incr(of, tell, window_ms);
  };
}

function tooMany(retry_after_s: number): ServiceError {
  return new ServiceError("too_many_requests", "Too many requests; try again shortly", undefined, { retry_after_s });
}
