import type { FastifyInstance, FastifyRequest } from "fastify";
import { callerAt } from "#kernel/callers.ts";
import { ServiceError } from "#kernel/errors.ts";
import { SECOND_MS } from "#kernel/time.ts";
import { limiter } from "./limit.ts";

/** The header a page of ours puts on every write; a form or an image of another site cannot. */
const WRITE_HEADER = "x-kolo-dashboard";
/** The header of what a page asks by itself, while nobody touches it. */
const BACKGROUND_HEADER = "x-kolo-background";

/**
 * Throws `forbidden` for a write that no page of ours sent: another origin, another site, or without the header that
 * only a script of this origin can set.
 */
export function checkSameOrigin(request: FastifyRequest, public_url: string): void {
  if (request.method === "GET" || request.method === "HEAD") return;
  const { origin, host } = request.headers;
  const site = request.headers["sec-fetch-site"];
  const ours = new URL(public_url);
  // By another name of this server the scheme is still the public one: a page that came by plain HTTP may be anybody's.
  const is_ours =
    (origin === ours.origin || origin === `${ours.protocol}//${host}`) &&
    (site === undefined || site === "same-origin") &&
    request.headers[WRITE_HEADER] === "1";
  if (!is_ours) throw new ServiceError("forbidden", "This request did not come from the dashboard");
}

/** Whether no person asks this, but a page that keeps itself up to date. */
export function isBackground({ headers }: FastifyRequest): boolean {
  return headers[BACKGROUND_HEADER] === "1" || headers.accept === "text/event-stream";
}

/**
 * Paths for people in a browser of theirs: nothing is kept in caches, nothing is written from elsewhere, and no address
 * asks more than `rate_limit` times a second.
 */
export function forVisitors(
  { public_url, rate_limit }: { readonly public_url: string; readonly rate_limit: number },
  parts: readonly ((app: FastifyInstance) => void)[],
): (app: FastifyInstance) => Promise<void> {
  return async (app) => {
    const limit = limiter({ max: rate_limit, window_ms: SECOND_MS });
    app.addHook("onRequest", async (request, reply) => {
      reply.header("cache-control", "no-store");
      checkSameOrigin(request, public_url);
      limit(callerAt(request.ip));
    });
    for (const part of parts) part(app);
  };
}
