import type { FastifyInstance } from "fastify";
import { ServiceError } from "#kernel/errors.ts";

/** In the order of the `Allow` header. */
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"];

/**
 * Records every path registered from now on. The returned function adds routes that answer 405 with `Allow` to all
 * other methods on those paths.
 */
export function notePaths(app: FastifyInstance): () => void {
  const allowed = new Map<string, Set<string>>();
  let is_over = false;
  app.addHook("onRoute", ({ method, url }) => {
    // Routes below a wildcard handle other methods themselves.
    if (is_over || url.includes("*") || url.startsWith("/dashboard/api/")) return;
    const shape = (url.length > 1 ? url.replace(/\/$/, "") : url).replace(/:\w+/g, ":part");
    const methods = allowed.get(shape) ?? new Set();
    for (const one of [method].flat()) methods.add(one);
    allowed.set(shape, methods);
  });
  return () => {
    is_over = true;
    for (const shape of allowed.keys()) refuseOthers(app, shape, methodsAt(allowed, shape));
  };
}

/** `/transfers/bulk` is also a transfer whose reference is "bulk". */
function methodsAt(allowed: ReadonlyMap<string, ReadonlySet<string>>, shape: string): readonly string[] {
  const wider = shape.replace(/[^/:]+$/, ":part");
  return METHODS.filter((method) => allowed.get(shape)?.has(method) || allowed.get(wider)?.has(method));
}

function refuseOthers(app: FastifyInstance, url: string, methods: readonly string[]): void {
  const others = METHODS.filter((method) => !methods.includes(method));
  if (others.length === 0) return;
  app.route({
    method: others,
    url,
    exposeHeadRoute: false,
    // Before the body is read: no body could make the method valid.
    onRequest: async (_request, reply) => {
      reply.header("allow", methods.join(", "));
      throw new ServiceError("method_not_allowed", `Use ${methods.join(" or ")} here`);
    },
    handler: () => undefined,
  });
}
