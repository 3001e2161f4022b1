import { PassThrough } from "node:stream";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { badRequest, ServiceError } from "#kernel/errors.ts";
import type { Scope } from "#kernel/scope.ts";
import { seats } from "#kernel/seats.ts";
import { SECOND_MS } from "#kernel/time.ts";
import type { Change, Watch } from "./watch.ts";

/** The viewer of an open page, and whether they may still view it. */
export interface Follower {
  readonly scope: Scope;
  readonly session: string;
  isStillAdmitted(): Promise<boolean>;
}

export interface ChangesOptions {
  readonly watch: Watch;
  admit(request: FastifyRequest): Promise<Follower>;
}

/** Limits of open streams: of one session, of one merchant's people, and of this process. Further pages poll. */
export const FOLLOWING_OF_SESSION = 4;
export const FOLLOWING_OF_MERCHANT = 250;
export const FOLLOWING_AT_ONCE = 1_000;
/** The longest delay until an ended session or a withdrawn right closes the stream. */
export const HEARTBEAT_MS = 15 * SECOND_MS;
const REOPEN_MS = 3 * SECOND_MS;
// A client with more unread bytes is disconnected.
const UNREAD_BYTES_MAX = 64 * 1_024;
const EVENT_STREAM = "text/event-stream";

/** `GET …/changes`: sends changes to an open page as server-sent events, until its session ends. */
export function changesPaths({ watch, admit }: ChangesOptions): (app: FastifyInstance) => void {
  const open = new Set<PassThrough>();
  const { take } = seats(FOLLOWING_AT_ONCE, [FOLLOWING_OF_SESSION, FOLLOWING_OF_MERCHANT]);
  return (app) => {
    app.get("/dashboard/api/merchants/:merchant/:environment/changes", async (request, reply) => {
      const follower = await admit(request);
      if (!request.headers.accept?.includes(EVENT_STREAM)) throw badRequest("accept", `Ask for ${EVENT_STREAM}`);
      const leave = take([follower.session, follower.scope.merchant]);
      if (!leave) {
        throw new ServiceError("too_many_requests", "Too many pages are open", undefined, {
          retry_after_s: HEARTBEAT_MS / SECOND_MS,
        });
      }
      const stream = new PassThrough();
      // HEAD: send headers only; open no stream and take no slot.
      if (request.method === "HEAD") {
        leave();
        stream.end();
      } else {
        open.add(stream);
        stream.once("close", () => {
          open.delete(stream);
          leave();
        });
        follow(stream, watch, follower);
      }
      // A buffering proxy would withhold the events.
      return reply.header("content-type", EVENT_STREAM).header("x-accel-buffering", "no").send(stream);
    });
    app.addHook("preClose", async () => {
      for (const stream of open) stream.end();
      watch.close();
    });
  };
}

function follow(stream: PassThrough, watch: Watch, { scope, isStillAdmitted }: Follower): void {
  const write = (text: string): void => {
    if (stream.writableLength > UNREAD_BYTES_MAX) stream.destroy();
    else if (!stream.writableEnded) stream.write(text);
  };
  write(`retry: ${REOPEN_MS}\n\n`);
  const stop = watch.follow(scope, ({ records }: Change) => {
    write(`event: changed\ndata: ${JSON.stringify({ records })}\n\n`);
  });
  const beat = setInterval(async () => {
    const is_admitted = await isStillAdmitted().catch(() => true);
    if (is_admitted) write(":\n\n");
    else stream.end();
  }, HEARTBEAT_MS);
  stream.once("close", () => {
    clearInterval(beat);
    stop();
  });
}
