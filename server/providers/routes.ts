import type { FastifyInstance } from "fastify";
import type { Database } from "#db/pool.ts";
import { ATTEMPTS } from "./attempts.ts";
import { readNoticeToken } from "./notices.ts";
import type { Registry } from "./registry.ts";
import { markNoticed } from "./store.ts";
import { redacted } from "./transcript.ts";
import { insertNotice } from "./visit-store.ts";

const NOTICE_LIMIT_BYTES = 64 * 1024;

/**
 * The callback endpoint. Every answer is 200 and empty, so that a stranger learns nothing. A callback to an attempt's
 * own URL makes the attempt due now: the engine sends the query that the clock would have sent later.
 */
export function noticeRoutes(db: Database, registry: Registry): (app: FastifyInstance) => void {
  return (app) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser(
      "*",
      { parseAs: "string", bodyLimit: NOTICE_LIMIT_BYTES },
      async (_request: unknown, body: string) => body,
    );
    app.route<{ Params: { provider: string; token: string }; Body: unknown }>({
      method: ["POST", "PUT"],
      url: "/notices/:provider/:token",
      async onRequest(request, reply) {
        request.is_from_provider = readNoticeToken(request.params.token) !== null;
        if (!request.is_from_provider) return reply.code(200).send();
      },
      async handler(request, reply) {
        const { provider, token } = request.params;
        const ref = readNoticeToken(token);
        const body = typeof request.body === "string" ? request.body : "";
        const notice = { method: request.method, headers: request.headers, body };
        if (ref && registry.has(provider) && registry.get(provider).readNotice(notice)) {
          const said = redacted(body, registry.get(provider).shown);
          await db.engine(async (tx) => {
            if (!(await markNoticed(tx, ref))) return;
            tx.wake(ATTEMPTS);
            if (ref.environment === "live") await insertNotice(tx, ref, said);
          });
        }
        return reply.code(200).send();
      },
    });
  };
}
