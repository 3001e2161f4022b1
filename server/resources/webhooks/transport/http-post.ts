import type { Dispatcher } from "undici";
import { SECOND_MS } from "#kernel/time.ts";
import type { PooledConnection, RequestPhase } from "./connection-pool.ts";
import { TIMEOUT } from "./connector.ts";
import type { Deadline } from "./deadline.ts";

/** The outcome of one request on one connection. */
export interface PostResult {
  /** The phase in which the request ended; `body` if a status was received. */
  readonly phase: RequestPhase;
  readonly status: number | null;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The beginning of the response body; null if no status was received. */
  readonly response: Buffer | null;
  readonly error: unknown;
  readonly answered_at_ms: number | null;
  /** True if the whole response was read, so that the connection can be reused. */
  readonly is_whole: boolean;
}

export interface PostRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export const RESPONSE_READ_BYTES = 64 * 1024;
// The limit for reading the body after a 2xx: then the body is needed for the attempt log only.
export const AFTER_SUCCESS_MS = 2 * SECOND_MS;

/**
 * Sends a POST on a connection, which it opens if necessary. Reads at most `RESPONSE_READ_BYTES` of the response, until
 * the deadline. Never rejects. If the response was not read to its end, the caller must discard the connection, which
 * also aborts the request.
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
    // The HTTP client has no deadline of its own while it connects, so end the request here.
    deadline.setCallback(() => reader.end(TIMEOUT, false));
    connection.client.dispatch({ method: "POST", path, headers, body }, reader.handler);
  });
}

interface ResponseReader {
  readonly handler: Dispatcher.DispatchHandler;
  end(error: unknown, is_whole: boolean): void;
}

/** Collects the response without a stream: a stream would cost more than the rest of the request. */
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
        // Skip informational responses, such as 103 Early Hints: the final response follows.
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
