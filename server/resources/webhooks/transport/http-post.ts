import type { Dispatcher } from "undici";
import { SECOND_MS } from "#kernel/time.ts";
import type { PooledConnection, RequestPhase } from "./connection-pool.ts";
import { TIMEOUT } from "./connector.ts";
import type { Deadline } from "./deadline.ts";

/** The outcome of one request on one connection. */
export interface PostResult {
  /** The phase that the request reached: `body` once there was a status. */
  readonly phase: RequestPhase;
  readonly status: number | null;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The beginning of the body; null without a status. */
  readonly response: Buffer | null;
  readonly error: unknown;
  readonly answered_at_ms: number | null;
  /** True if the response was read to its end, so that the connection can be reused. */
  readonly is_whole: boolean;
}

export interface PostRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export const RESPONSE_READ_BYTES = 64 * 1024;
// After a 2xx the rest of the body matters for the attempt log only.
export const AFTER_SUCCESS_MS = 2 * SECOND_MS;

/**
 * Posts on a connection, connecting first if necessary. Reads at most `RESPONSE_READ_BYTES` of the response and stops
 * at the deadline. Never rejects. A connection whose response was not read to its end cannot be reused: the caller must
 * discard it, which also aborts the request.
 */
export function httpPost(
  connection: PooledConnection,
  { path, headers, body }: PostRequest,
  deadline: Deadline,
): Promise<PostResult> {
  return new Promise((resolve) => {
    connection.phase = connection.address === null ? "connect" : "answer";
    const reader = newResponseReader(connection, (result) => {
      deadline.setCallback(null);
      resolve(result);
    });
    // The client does not watch the deadline while it connects, so the reading ends by itself.
    deadline.setCallback(() => reader.end(TIMEOUT, false));
    connection.client.dispatch({ method: "POST", path, headers, body }, reader.handler);
  });
}

interface ResponseReader {
  readonly handler: Dispatcher.DispatchHandler;
  end(error: unknown, is_whole: boolean): void;
}

/** Reads without streams: they cost more than the rest of a delivery's request. */
function newResponseReader(connection: PooledConnection, done: (result: PostResult) => void): ResponseReader {
  const chunks: Buffer[] = [];
  let size_bytes = 0;
  let head: Pick<PostResult, "status" | "headers" | "answered_at_ms"> = {
    status: null,
    headers: {},
    answered_at_ms: null,
  };
  let timer: NodeJS.Timeout | null = null;
  let has_ended = false;

  function end(error: unknown, is_whole: boolean): void {
    if (has_ended) return;
    has_ended = true;
    if (timer) clearTimeout(timer);
    const is_answered = head.status !== null;
    const phase = is_answered ? "body" : connection.phase;
    done({ ...head, phase, response: is_answered ? Buffer.concat(chunks) : null, error, is_whole });
  }

  return {
    end,
    handler: {
      onRequestStart(controller) {
        if (has_ended) controller.abort(TIMEOUT);
      },
      onResponseStart(_, status, headers) {
        // Informational responses (103 Early Hints) precede the real one: skip them.
        if (has_ended || status < 200) return;
        head = { status, headers, answered_at_ms: performance.now() };
        if (status < 300) timer = setTimeout(() => end(TIMEOUT, false), AFTER_SUCCESS_MS);
      },
      onResponseData(_, chunk) {
        if (has_ended) return;
        chunks.push(chunk);
        size_bytes += chunk.length;
        if (size_bytes >= RESPONSE_READ_BYTES) end(null, false);
      },
      onResponseEnd: () => end(null, true),
      onResponseError: (_, error) => end(error, false),
    },
  };
}
