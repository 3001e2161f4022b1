import type { FastifyReply, FastifyRequest } from "fastify";
import { clientNetwork } from "#kernel/client-address.ts";
import { MINUTE_MS, SECOND_MS } from "#kernel/time.ts";
import type { Credentials } from "./auth.ts";
import { type RateLimit, rateLimiter } from "./rate-limit.ts";
import type { Route } from "./route.ts";

/**
 * Access of browsers' pages with a publishable key (CORS), and its limits. Pages cannot read the answers to any other
 * key: those are secrets of servers.
 */
export interface BrowserAccess {
  /**
   * Answers a preflight request, which carries no key: the request that follows is checked. Returns false if the path
   * has no operation for publishable keys.
   */
  answerPreflight(pattern: string, request: FastifyRequest, reply: FastifyReply): boolean;
  /** Lets the page read the answer, also a refusal, if the request has a publishable key. */
  allowReading(credentials: Credentials, reply: FastifyReply): void;
  /** Throws `too_many_requests` if the client's network sends too many requests with this key. */
  limit(key: string, request: FastifyRequest): void;
}

// All subscribers of a mobile network can share one IP address.
export const PUBLISHABLE_WRITES: RateLimit = { max: 60, window_ms: MINUTE_MS };
export const PUBLISHABLE_READS: RateLimit = { max: 50, window_ms: SECOND_MS };

const PUBLISHABLE_KEY = /^(?:test|live)_pub_/;
const REQUEST_HEADERS = "authorization, content-type, idempotency-key, x-follow-token";
const RESPONSE_HEADERS =
  "idempotent-replayed, request-id, retry-after, x-ratelimit-limit, x-ratelimit-remaining, x-ratelimit-reset";
// Two hours: Chrome remembers an answer for no longer.
const PREFLIGHT_MAX_AGE_S = 7_200;

export function browserAccess(routes: readonly Route[]): BrowserAccess {
  const methods_by_pattern = publishableMethods(routes);
  const limitWrites = rateLimiter(PUBLISHABLE_WRITES);
  const limitReads = rateLimiter(PUBLISHABLE_READS);

  return {
    answerPreflight(pattern, { method, headers }, reply) {
      const methods = methods_by_pattern.get(pattern);
      const is_preflight = method === "OPTIONS" && headers.origin && headers["access-control-request-method"];
      if (!is_preflight || !methods) return false;
      reply
        .code(204)
        .headers({
          "access-control-allow-origin": "*",
          "access-control-allow-methods": methods.join(", "),
          "access-control-allow-headers": REQUEST_HEADERS,
          "access-control-max-age": PREFLIGHT_MAX_AGE_S,
        })
        .send();
      return true;
    },
    allowReading({ authorization, origin }, reply) {
      if (authorization === undefined || !PUBLISHABLE_KEY.test(authorization)) return;
      reply.header("vary", "Origin");
      if (origin === undefined) return;
      reply.headers({ "access-control-allow-origin": origin, "access-control-expose-headers": RESPONSE_HEADERS });
    },
    limit(key, { ip, method }) {
      const is_write = method !== "GET" && method !== "HEAD";
      (is_write ? limitWrites : limitReads)(`${key} ${clientNetwork(ip)}`);
    },
  };
}

/** The methods of the operations for publishable keys, by path with `:part` for each parameter. */
function publishableMethods(routes: readonly Route[]): ReadonlyMap<string, readonly string[]> {
  const methods = new Map<string, readonly string[]>();
  for (const { method, path, is_publishable } of routes) {
    const pattern = path.replace(/\{\w+\}/g, ":part");
    if (is_publishable) methods.set(pattern, [...(methods.get(pattern) ?? []), method]);
  }
  return methods;
}
