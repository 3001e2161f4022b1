import type { FastifyInstance } from "fastify";
import type { Database } from "#db/pool.ts";
import { ATTEMPTS } from "#providers/attempts.ts";
import { markCalledBack } from "#providers/engine/store.ts";
import type { ProviderRegistry } from "#providers/registry.ts";
import { insertCallback } from "./call-log.ts";
import { readCallbackToken } from "./callback-token.ts";
import { redactBody } from "./transcript.ts";

const CALLBACK_LIMIT_BYTES = 64 * 1024;

/**
 * The callback endpoint. Every answer is 200 and empty, so that a stranger learns nothing. A callback to an attempt's
 * own URL makes the attempt due now: the engine queries the provider earlier than scheduled.
 */
export function callbackRoutes(db: Database, registry: ProviderRegistry): (app: FastifyInstance) => void {
  return (app) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser(
      "*",
      { parseAs: "string", bodyLimit: CALLBACK_LIMIT_BYTES },
      async (_request: unknown, body: string) => body,
    );
    app.route<{ Params: { provider: string; token: string }; Body: unknown }>({
      method: ["POST", "PUT"],
      url: "/notices/:provider/:token",
      async onRequest(request, reply) {
        request.is_from_provider = readCallbackToken(request.params.token) !== null;
        if (!request.is_from_provider) return reply.code(200).send();
      },
      async handler(request, reply) {
        const { provider, token } = request.params;
        const ref = readCallbackToken(token);
        const body = typeof request.body === "string" ? request.body : "";
        const callback = { method: request.method, headers: request.headers, body };
        if (ref && registry.has(provider) && registry.get(provider).isCallback(callback)) {
          const redacted_body = redactBody(body, registry.get(provider).loggable_fields);
          await db.engine(async (tx) => {
            if (!(await markCalledBack(tx, ref))) return;
            tx.wake(ATTEMPTS);
            if (ref.environment === "live") await insertCallback(tx, ref, redacted_body);
          });
        }
        return reply.code(200).send();
      },
    });
  };
}
