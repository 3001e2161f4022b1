import { PassThrough } from "node:stream";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { BrowserOperation } from "#http/browser-operation.ts";
import { badRequest, ServiceError } from "#kernel/errors.ts";
import type { Scope } from "#kernel/scope.ts";
import { semaphore } from "#kernel/semaphore.ts";
import { SECOND_MS } from "#kernel/time.ts";
import type { FeedChange, FeedWatcher } from "./feed-watcher.ts";
import { LiveUpdate } from "./schema.ts";

/** The viewer of an open page, and whether they may still view it. */
export interface StreamSubscriber {
  readonly scope: Scope;
  readonly session: string;
  isStillAuthorized(): Promise<boolean>;
}

export interface LiveUpdatesOptions {
  readonly watcher: FeedWatcher;
  admit(request: FastifyRequest): Promise<StreamSubscriber>;
}

/** Limits of open streams: of one session, of one merchant's people, and of this process. Further pages poll. */
export const STREAMS_PER_SESSION_MAX = 4;
export const STREAMS_PER_MERCHANT_MAX = 250;
export const STREAMS_MAX = 1_000;
/** The longest delay until an ended session or a withdrawn right closes the stream. */
export const HEARTBEAT_MS = 15 * SECOND_MS;
const RECONNECT_MS = 3 * SECOND_MS;
// A client with more unread bytes is disconnected.
const UNREAD_BYTES_MAX = 64 * 1_024;
const EVENT_STREAM = "text/event-stream";

/** The stream's operation. Its events named `changed` have this shape. */
export const LIVE_UPDATES_OPERATION: BrowserOperation = {
  ...{ method: "GET", path: "/merchants/{merchant}/{environment}/changes" },
  reply: { status: 200, message: "The changes", schema: LiveUpdate, content_type: EVENT_STREAM },
};

/** `GET …/changes`: sends changes to an open page as server-sent events, until its session ends. */
export function liveUpdatePaths({ watcher, admit }: LiveUpdatesOptions): (app: FastifyInstance) => void {
  const open = new Set<PassThrough>();
  const { tryAcquire: take } = semaphore(STREAMS_MAX, [STREAMS_PER_SESSION_MAX, STREAMS_PER_MERCHANT_MAX]);
  return (app) => {
    app.get("/dashboard/api/merchants/:merchant/:environment/changes", async (request, reply) => {
      const subscriber = await admit(request);
      if (!request.headers.accept?.includes(EVENT_STREAM))
        throw badRequest("accept", "event_stream_required", `Ask for ${EVENT_STREAM}`);
      const release = take([subscriber.session, subscriber.scope.merchant]);
      if (!release) {
        throw new ServiceError("too_many_pages", "Too many pages are open", {
          retry_after_s: HEARTBEAT_MS / SECOND_MS,
        });
      }
      const stream = new PassThrough();
      // HEAD: send headers only; open no stream and take no slot.
      if (request.method === "HEAD") {
        release();
        stream.end();
      } else {
        open.add(stream);
        stream.once("close", () => {
          open.delete(stream);
          release();
        });
        streamChanges(stream, watcher, subscriber);
      }
      // A buffering proxy would withhold the events.
      return reply.header("content-type", EVENT_STREAM).header("x-accel-buffering", "no").send(stream);
    });
    app.addHook("preClose", async () => {
      for (const stream of open) stream.end();
      watcher.close();
    });
  };
}

function streamChanges(
  stream: PassThrough,
  watcher: FeedWatcher,
  { scope, isStillAuthorized }: StreamSubscriber,
): void {
  const write = (text: string): void => {
    if (stream.writableLength > UNREAD_BYTES_MAX) stream.destroy();
    else if (!stream.writableEnded) stream.write(text);
  };
  write(`retry: ${RECONNECT_MS}\n\n`);
  const stop = watcher.subscribe(scope, ({ records }: FeedChange) => {
    write(`event: changed\ndata: ${JSON.stringify({ records })}\n\n`);
  });
  const heartbeat = setInterval(async () => {
    const is_authorized = await isStillAuthorized().catch(() => true);
    if (is_authorized) write(":\n\n");
    else stream.end();
  }, HEARTBEAT_MS);
  stream.once("close", () => {
    clearInterval(heartbeat);
    stop();
  });
}
