import type { FastifyInstance } from "fastify";
import type { Database } from "#db/pool.ts";
import { ServiceError } from "#kernel/errors.ts";
import { equalBuffers } from "#kernel/secrets.ts";
import type { Metrics } from "./metrics.ts";

export interface HealthOptions {
  readonly db: Database;
  readonly metrics: Metrics;
  /** The background jobs of this process; empty for a process that only serves requests. */
  readonly stall_detector: { stalled(): readonly { readonly job: string; readonly seconds: number }[] };
  /** Null: /metrics is disabled. */
  readonly metrics_token: string | null;
}

/** Liveness, readiness and metrics, for load balancers and Prometheus. Both `kolo serve` and `kolo work` have them. */
export function healthPages({
  db,
  metrics,
  stall_detector,
  metrics_token,
}: HealthOptions): (app: FastifyInstance) => void {
  return (app) => {
    app.get("/health/live", () => ({ status: "ok" }));
    app.get("/health/ready", async () => {
      await db.ping();
      const stalled = stall_detector.stalled();
      if (stalled.length > 0) {
        const workers = stalled.map(({ job, seconds }) => `${job} for ${seconds} s`);
        throw new ServiceError("worker_stalled", `Stopped workers: ${workers.join(", ")}`, {
          params: { workers },
        });
      }
      const { configured: pool_size, available } = db.counts();
      return { status: "ok", database: "ok", connections: { configured: pool_size, available } };
    });
    app.get("/metrics", async (request, reply) => {
      const expected = metrics_token === null ? null : Buffer.from(`Bearer ${metrics_token}`);
      const received_header = Buffer.from(request.headers.authorization ?? "");
      if (!expected)
        throw new ServiceError("metrics_closed", "Metrics are closed: set KOLO_METRICS_TOKEN to open them");
      if (!equalBuffers(received_header, expected))
        throw new ServiceError("metrics_token_invalid", "Invalid metrics token");
      return reply.header("content-type", metrics.content_type).send(await metrics.text());
    });
  };
}
