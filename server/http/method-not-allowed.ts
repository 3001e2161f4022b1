import type { FastifyInstance } from "fastify";
import { ServiceError } from "#kernel/errors.ts";
import type { BrowserAccess } from "./browser-access.ts";

/** In the order of the `Allow` header. */
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"];

/**
 * Records every path registered from now on. The returned function adds routes that answer 405 with `Allow` to all
 * other methods on those paths, and to preflight requests of browsers where `browsers` allows them.
 */
export function trackAllowedMethods(app: FastifyInstance, browsers: BrowserAccess): () => void {
  const allowed = new Map<string, Set<string>>();
  let is_sealed = false;
  app.addHook("onRoute", ({ method, url }) => {
    // Routes below a wildcard handle other methods themselves.
    if (is_sealed || url.includes("*") || url.startsWith("/dashboard/api/")) return;
    const pattern = (url.length > 1 ? url.replace(/\/$/, "") : url).replace(/:\w+/g, ":part");
    const methods = allowed.get(pattern) ?? new Set();
    for (const allowed_method of [method].flat()) methods.add(allowed_method);
    allowed.set(pattern, methods);
  });
  return () => {
    is_sealed = true;
    for (const pattern of allowed.keys()) {
      rejectOtherMethods(app, pattern, allowedMethods(allowed, pattern), browsers);
    }
  };
}

/**
 * A fixed word in a path can also be a reference: `/transfers/bulk` is also the transfer with the reference "bulk". So
 * the methods of both patterns are allowed.
 */
function allowedMethods(allowed: ReadonlyMap<string, ReadonlySet<string>>, pattern: string): readonly string[] {
  const parameter_pattern = pattern.replace(/[^/:]+$/, ":part");
  return METHODS.filter((method) => allowed.get(pattern)?.has(method) || allowed.get(parameter_pattern)?.has(method));
}

function rejectOtherMethods(
  app: FastifyInstance,
  url: string,
  methods: readonly string[],
  browsers: BrowserAccess,
): void {
  const others = METHODS.filter((method) => !methods.includes(method));
  if (others.length === 0) return;
  app.route({
    method: others,
    url,
    exposeHeadRoute: false,
    // Runs before the body is read: no body could make the method valid.
    onRequest: async (request, reply) => {
      if (browsers.answerPreflight(url, request, reply)) return reply;
      reply.header("allow", methods.join(", "));
      throw new ServiceError("method_not_allowed", `Use ${methods.join(" or ")} here`, { params: { methods } });
    },
    handler: () => undefined,
  });
}
