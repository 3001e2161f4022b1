import type { Operations } from "./api.ts";

/** The metadata of an HTTP answer: everything but its body. */
export interface CallResponse {
  readonly operation: keyof Operations;
  /** The number of the attempt that this answers, starting at 1. */
  readonly attempt: number;
  readonly status: number;
  /** The `Request-Id` header: the dashboard and the service's log find the request by it. */
  readonly request_id: string | null;
  /** The headers, with lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** From the start of this attempt to the end of its answer, in milliseconds. */
  readonly duration_ms: number;
}

const responses = new WeakMap<object, CallResponse>();

/**
 * Returns the metadata of the answer that contained this result: request id, status and headers. Returns null for an
 * object that no call returned, such as an item of `all`; use `onResponse` for those.
 */
export function responseOf(result: object): CallResponse | null {
  return responses.get(result) ?? null;
}

/** Stores the metadata for the answer and each object in it, because methods return one of these. */
export function rememberResponse(answer: object, response: CallResponse): void {
  for (const result of [answer, ...Object.values(answer)]) {
    if (typeof result === "object" && result !== null) responses.set(result, response);
  }
}

/** Copies the metadata of `answer` to `result`, which was made from it, and returns `result`. */
export function withResponseOf<Result extends object>(answer: object, result: Result): Result {
  const response = responses.get(answer);
  if (response) responses.set(result, response);
  return result;
}
