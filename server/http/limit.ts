import type { FastifyInstance, FastifyRequest } from "fastify";
import { ServiceError } from "#kernel/errors.ts";

export interface Limit {
  readonly max: number;
  readonly window_ms: number;
  /** Who is counted: the address unless something else is named. */
  readonly by?: (request: FastifyRequest) => string;
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
    if (!("isExceeded" in counted) || !counted.isExceeded) return;
    throw new ServiceError("too_many_requests", "Too many requests; try again shortly", undefined, {
      retry_after_s: counted.ttlInSeconds,
    });
  };
}
