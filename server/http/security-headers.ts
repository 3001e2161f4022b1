import type { FastifyInstance } from "fastify";
import { DAY_MS, SECOND_MS } from "#kernel/time.ts";

// One year: the minimum that browsers' preload lists accept (RFC 6797).
const HSTS_MAX_AGE_S = (365 * DAY_MS) / SECOND_MS;

/** The policy of an answer that is not a page. A page replaces it with its own. */
export const NO_CONTENT_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * The headers of every answer, including errors, files, and malformed requests. `is_secure`: browsers reach this server
 * by HTTPS. They must not fall back to plain HTTP, where the page could be modified on the network.
 */
export function securityHeaders(is_secure: boolean): Readonly<Record<string, string>> {
  return {
    "content-security-policy": NO_CONTENT_POLICY,
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    ...(is_secure ? { "strict-transport-security": `max-age=${HSTS_MAX_AGE_S}` } : {}),
  };
}

/** Sets the headers before any other hook can refuse the request. */
export function addSecurityHeaders(app: FastifyInstance, headers: Readonly<Record<string, string>>): void {
  app.addHook("onRequest", (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
}
