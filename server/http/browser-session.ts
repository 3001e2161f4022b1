import type { FastifyInstance, FastifyRequest } from "fastify";
import { clientNetwork } from "#kernel/client-address.ts";
import { ServiceError } from "#kernel/errors.ts";
import { SECOND_MS } from "#kernel/time.ts";
import { rateLimiter } from "./rate-limit.ts";

/** The header of every write from our pages. A form or an image of another site cannot set it. */
const WRITE_HEADER = "x-kolo-dashboard";
/** The header of a page's automatic requests, made without the user's action. */
const BACKGROUND_HEADER = "x-kolo-background";

/**
 * Throws `forbidden` for a write from elsewhere: another origin, another site, or without the header that only scripts
 * of this origin can set.
 */
export function requireSameOrigin(request: FastifyRequest, public_url: string): void {
  if (request.method === "GET" || request.method === "HEAD") return;
  const { origin, host } = request.headers;
  const fetch_site = request.headers["sec-fetch-site"];
  const public_origin = new URL(public_url);
  // A request through another host name of this server must still use the public scheme: a page loaded over plain HTTP
  // may be forged.
  const is_same_origin =
    (origin === public_origin.origin || origin === `${public_origin.protocol}//${host}`) &&
    (fetch_site === undefined || fetch_site === "same-origin") &&
    request.headers[WRITE_HEADER] === "1";
  if (!is_same_origin) throw new ServiceError("origin_not_allowed", "This request did not come from the dashboard");
}

/** Whether the request is a page's automatic refresh, not a person's action. */
export function isBackgroundRequest({ headers }: FastifyRequest): boolean {
  return headers[BACKGROUND_HEADER] === "1" || headers.accept === "text/event-stream";
}

/**
 * Routes for people in a browser: never cached, written only from our own pages, and limited to `rate_limit` requests
 * per second and address.
 */
export function browserSessionRoutes(
  { public_url, rate_limit }: { readonly public_url: string; readonly rate_limit: number },
  parts: readonly ((app: FastifyInstance) => void)[],
): (app: FastifyInstance) => Promise<void> {
  return async (app) => {
    const limit = rateLimiter({ max: rate_limit, window_ms: SECOND_MS });
    app.addHook("onRequest", async (request, reply) => {
      reply.header("cache-control", "no-store");
      requireSameOrigin(request, public_url);
      limit(clientNetwork(request.ip));
    });
    for (const part of parts) part(app);
  };
}
