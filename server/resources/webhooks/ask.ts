import type { Dispatcher } from "undici";
import { SECOND_MS } from "#kernel/time.ts";
import { TIMEOUT } from "./connector.ts";
import type { Deadline } from "./deadline.ts";
import type { Line, Phase } from "./lines.ts";

/** What came of one request on one connection. */
export interface Answer {
  /** Where it ended: `body` once there was a status. */
  readonly phase: Phase;
  readonly status: number | null;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The beginning of the body; null without a status. */
  readonly response: Buffer | null;
  readonly error: unknown;
  readonly answered_at_ms: number | null;
  /** Whether the answer was read to its end: then the connection can be used again. */
  readonly is_whole: boolean;
}

export interface Asked {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export const RESPONSE_READ_BYTES = 64 * 1024;
// What a receiver that has said 2xx still sends is for the log alone.
export const AFTER_SUCCESS_MS = 2 * SECOND_MS;

/**
 * Posts on a connection, which is made first where it has to be, and reads so much of the answer and no more, for no longer
 * than it is worth. Never rejects. A connection whose answer was not read to its end is of no more use: whoever has the
 * line discards it, which also ends what is still on its way there.
 */
export function ask(line: Line, { path, headers, body }: Asked, deadline: Deadline): Promise<Answer> {
  return new Promise((resolve) => {
    line.phase = line.address === null ? "connect" : "answer";
    const reading = newReading(line, (answer) => {
      deadline.expect(null);
      resolve(answer);
    });
    // A connection that is being made hears of no deadline: it is left to itself.
    deadline.expect(() => reading.end(TIMEOUT, false));
    line.client.dispatch({ method: "POST", path, headers, body }, reading.handler);
  });
}

interface Reading {
  readonly handler: Dispatcher.DispatchHandler;
  end(error: unknown, is_whole: boolean): void;
}

/** Without streams, which cost more than all the rest of a delivery's request. */
function newReading(line: Line, done: (answer: Answer) => void): Reading {
  const chunks: Buffer[] = [];
  let size_bytes = 0;
  let head: Pick<Answer, "status" | "headers" | "answered_at_ms"> = { status: null, headers: {}, answered_at_ms: null };
  let timer: NodeJS.Timeout | null = null;
  let has_ended = false;

  function end(error: unknown, is_whole: boolean): void {
    if (has_ended) return;
    has_ended = true;
    if (timer) clearTimeout(timer);
    const is_answered = head.status !== null;
    const phase = is_answered ? "body" : line.phase;
    done({ ...head, phase, response: is_answered ? Buffer.concat(chunks) : null, error, is_whole });
  }

  return {
    end,
    handler: {
      onRequestStart(controller) {
        if (has_ended) controller.abort(TIMEOUT);
      },
      onResponseStart(_, status, headers) {
        // What comes before the answer (103 Early Hints) is none.
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
