import { PassThrough } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { BROWSER_API_PATH, type BrowserOperation } from "#http/browser-operation.ts";
import { queryParser } from "#http/query-parser.ts";
import { fastifyPath } from "#http/server.ts";
import { badRequest, ServiceError } from "#kernel/errors.ts";
import { isId } from "#kernel/ids.ts";
import { semaphore } from "#kernel/semaphore.ts";
import { SECOND_MS } from "#kernel/time.ts";
import type { Changes, FeedSubject, FeedWatcher } from "./feed-watcher.ts";
import { LiveUpdate, OperatorStreamQuery } from "./schema.ts";

/** The viewer of an open page, with a check of whether they are still authorized. */
export interface StreamSubscriber {
  /** The feeds to follow: a merchant's environment, the platform, or both. */
  readonly follows: readonly FeedSubject[];
  readonly session: string;
  /** The group whose open streams are counted together: the merchant's people, or the platform operators. */
  readonly party: string;
  isStillAuthorized(): Promise<boolean>;
}

export interface LiveUpdatesOptions {
  readonly watcher: FeedWatcher;
  admitMember(request: FastifyRequest): Promise<StreamSubscriber>;
  admitOperator(request: FastifyRequest): Promise<StreamSubscriber>;
}

/**
 * Limits of open streams: of one session, of one merchant's people, and of this process. Pages above a limit poll
 * instead.
 */
export const STREAMS_PER_SESSION_MAX = 4;
export const STREAMS_PER_MERCHANT_MAX = 250;
export const STREAMS_MAX = 1_000;
/**
 * The interval of checking authorization, and so the longest delay until a stream closes after its session or right
 * ended.
 */
export const HEARTBEAT_MS = 15 * SECOND_MS;
const RECONNECT_MS = 3 * SECOND_MS;
// A client with more unread bytes than this is disconnected.
const UNREAD_BYTES_MAX = 64 * 1_024;
const EVENT_STREAM = "text/event-stream";

const stream_reply = { status: 200, message: "The changes", schema: LiveUpdate, content_type: EVENT_STREAM };
const memberStream: BrowserOperation = {
  ...{ method: "GET", path: "/merchants/{merchant}/{environment}/changes", reply: stream_reply },
};
const operatorStream: BrowserOperation = {
  ...{ method: "GET", path: "/operator/changes", query: OperatorStreamQuery, reply: stream_reply },
};

/** The operations that stream changes to a merchant's pages and to the platform operators' pages. */
export const LIVE_UPDATE_OPERATIONS = [memberStream, operatorStream];

const readOperatorStreamQuery = queryParser(OperatorStreamQuery);

/** Returns the feeds for a platform operator's page: the platform, and the merchant shown on the page, if any. */
export function followedByOperator({ query }: FastifyRequest): readonly FeedSubject[] {
  const { merchant, environment = "live" } = readOperatorStreamQuery(query);
  return ["platform", ...(merchant !== undefined && isId("mer", merchant) ? [{ merchant, environment }] : [])];
}

/** `GET …/changes`: sends changes to an open page as server-sent events, until its session ends. */
export function liveUpdatePaths({
  watcher,
  admitMember,
  admitOperator,
}: LiveUpdatesOptions): (app: FastifyInstance) => void {
  const open = new Set<PassThrough>();
  const { tryAcquire: take } = semaphore(STREAMS_MAX, [STREAMS_PER_SESSION_MAX, STREAMS_PER_MERCHANT_MAX]);
  const answer =
    (admit: LiveUpdatesOptions["admitMember"]) =>
    async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const subscriber = await admit(request);
      if (!request.headers.accept?.includes(EVENT_STREAM))
        throw badRequest("accept", "event_stream_required", `Ask for ${EVENT_STREAM}`);
      const release = take([subscriber.session, subscriber.party]);
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
      // Disables buffering in nginx, which would delay the events.
      return reply.header("content-type", EVENT_STREAM).header("x-accel-buffering", "no").send(stream);
    };
  return (app) => {
    const pathOf = ({ path }: BrowserOperation): string => `${BROWSER_API_PATH}${fastifyPath(path)}`;
    app.get(pathOf(memberStream), answer(admitMember));
    app.get(pathOf(operatorStream), answer(admitOperator));
    app.addHook("preClose", async () => {
      for (const stream of open) stream.end();
      watcher.close();
    });
  };
}

function streamChanges(
  stream: PassThrough,
  watcher: FeedWatcher,
  { follows, isStillAuthorized }: StreamSubscriber,
): void {
  const write = (text: string): void => {
    if (stream.writableLength > UNREAD_BYTES_MAX) stream.destroy();
    else if (!stream.writableEnded) stream.write(text);
  };
  write(`retry: ${RECONNECT_MS}\n\n`);
  const writeChanges = (changes: Changes): void => write(`event: changed\ndata: ${JSON.stringify({ changes })}\n\n`);
  const subscriptions = follows.map((followed) => watcher.subscribe(followed, writeChanges));
  const heartbeat = setInterval(async () => {
    const is_authorized = await isStillAuthorized().catch(() => true);
    if (is_authorized) write(":\n\n");
    else stream.end();
  }, HEARTBEAT_MS);
  stream.once("close", () => {
    clearInterval(heartbeat);
    for (const stop of subscriptions) stop();
  });
}
