import { type FileBody, OPERATIONS, type Operation } from "./api.ts";
import { type CallContext, toKoloError } from "./error-mapping.ts";
import type { KoloError } from "./errors.ts";
import type { Operations } from "./event-types.ts";
import { type CallOutcome, type HttpRequest, sendRequest } from "./http-request.ts";
import { ANSWER_LIMIT_BYTES, PATIENCE_MS, TIMEOUT_MS } from "./limits.ts";
import { type CallResponse, rememberResponse } from "./responses.ts";

/** The options of one call. Each overrides the client's own option of that name. */
export interface CallOptions {
  /**
   * Your idempotency key for this write: 1 to 255 visible ASCII characters. For seven days, the service executes calls
   * with the same key and fields once, and repeats the answer. By default the client generates a key for each call,
   * which makes the retries of that call safe. With a key from your own records, you can also repeat the call safely
   * after a crash of your program.
   */
  readonly idempotency_key?: string | undefined;
  /** The id of the linked merchant to act for. */
  readonly sync?: string | undefined;
  /** Ends the call when it is aborted. A write that was already sent may have happened (`is_unknown`). */
  readonly signal?: AbortSignal | undefined;
  /** The timeout of one attempt, in milliseconds. Default: 20,000; for bulks 60,000. */
  readonly timeout_ms?: number | undefined;
  /**
   * The retry window: no retry begins later than this after the start of the call, in milliseconds. Default: 60,000;
   * for bulks 300,000. 0 disables retries.
   */
  readonly patience_ms?: number | undefined;
  /**
   * The largest answer that the client reads, in bytes. Default: 33,554,432 (32 MiB). A larger one throws `too_large`.
   */
  readonly answer_limit_bytes?: number | undefined;
  /** Called before each retry, for example to write a log line. */
  readonly on_retry?: ((retry: Retry) => void) | undefined;
  /** Called before each attempt, for example to log it. If it throws, the call sends nothing and throws that error. */
  readonly onRequest?: ((request: CallRequest) => void) | undefined;
  /**
   * Called after each answer, successful or not, for example to count or log it. If it throws, the call throws that
   * error, even if the answer was a success.
   */
  readonly onResponse?: ((response: CallResponse) => void) | undefined;
}

/** One attempt, just before it is sent. */
export interface CallRequest {
  readonly operation: keyof Operations;
  /** The number of the attempt, starting at 1. */
  readonly attempt: number;
  readonly method: string;
  readonly url: string;
  /** The headers, with lower-case names and without the keys: they can be logged. */
  readonly headers: Readonly<Record<string, string>>;
}

/** A failed attempt that the client will retry. */
export interface Retry {
  readonly operation: keyof Operations;
  /** The number of the failed attempt, starting at 1. */
  readonly attempt: number;
  /** The pause before the next attempt, in milliseconds. */
  readonly wait_ms: number;
  readonly error: KoloError;
}

/** The address of the service, the keys, and the defaults of every call. */
export interface ClientOptions extends CallOptions {
  readonly url: string;
  readonly public_key: string;
  readonly private_key: string | undefined;
  readonly app_name?: string | undefined;
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Whether `public_key` is a publishable key: the client may run in a browser. */
  readonly is_publishable?: boolean | undefined;
}

/** The input of an operation: path parameters, query, body or file; and the token of a payment to follow. */
export type OperationInput<Name extends keyof Operations> = Omit<Operations[Name], "answer"> & {
  readonly follow_token?: string;
};

/** Calls an operation, retries it if necessary, and returns its answer. */
export type Call = <Name extends keyof Operations>(
  name: Name,
  input: OperationInput<Name>,
  options?: CallOptions,
) => Promise<Operations[Name]["answer"]>;

const RETRY_DELAY_MIN_MS = 250;
const RETRY_DELAY_MAX_MS = 10_000;
const SECOND_MS = 1_000;
const VERSION = "0.1.0";

// These POST requests change nothing. An idempotency key would only make the service store their answers.
const READ_ONLY_POSTS: ReadonlySet<string> = new Set(["lookUpAccount", "checkBulkTransfer", "readBulkTransferFile"]);

/**
 * Returns a function that calls the operations of one service.
 *
 * Each write carries an idempotency key, the same on every attempt. The client retries a lost answer, 408, 425, 429,
 * 5xx, and a 409 with `Retry-After`. The back-off follows `Retry-After`, or doubles from 250 ms to 10 s, with jitter.
 * No retry begins after `patience_ms`.
 *
 * The function throws `KoloError`; it throws `TypeError` for input that no service could accept.
 */
export function createCall(connection: ClientOptions): Call {
  return async (name, input, options = {}) => {
    const operation = OPERATIONS[name];
    const all = { ...connection, ...withoutUndefined(options) };
    const is_write = operation.method !== "GET" && !READ_ONLY_POSTS.has(name);
    const idempotency_key = is_write ? checkIdempotencyKey(all.idempotency_key ?? crypto.randomUUID()) : null;
    const request = buildRequest(name, operation, input, all, idempotency_key);
    return callWithRetries<Operations[typeof name]["answer"]>(name, request, all, idempotency_key);
  };
}

async function callWithRetries<Answer extends object>(
  operation: keyof Operations,
  request: HttpRequest,
  { url, signal, patience_ms = PATIENCE_MS, on_retry, onRequest, onResponse }: ClientOptions,
  idempotency_key: string | null,
): Promise<Answer> {
  const deadline_ms = performance.now() + patience_ms;
  const request_context = { url, idempotency_key, timeout_ms: request.timeout_ms };
  let is_unknown = false;
  for (let attempt = 1; ; attempt += 1) {
    if (signal?.aborted)
      throw toKoloError({ kind: "aborted", cause: signal.reason }, { ...request_context, is_unknown });
    onRequest?.({ operation, attempt, ...withoutKeys(request) });
    const sent_ms = performance.now();
    const outcome = await sendRequest<Answer>(request);
    if ("status" in outcome) {
      const { status, request_id, headers } = outcome;
      const response = { operation, attempt, status, request_id, headers, duration_ms: performance.now() - sent_ms };
      if (outcome.kind === "done") rememberResponse(outcome.answer, response);
      onResponse?.(response);
    }
    if (outcome.kind === "done") return outcome.answer;
    is_unknown = idempotency_key !== null && mayHaveHappened(outcome, is_unknown);
    const context: CallContext = { ...request_context, is_unknown };
    const wait_ms = retryDelay(attempt, outcome);
    if (!isRetryable(outcome) || performance.now() + wait_ms > deadline_ms) throw toKoloError(outcome, context);
    on_retry?.({ operation, attempt, wait_ms, error: toKoloError(outcome, context) });
    await sleepUnlessAborted(wait_ms, signal);
  }
}

function withoutKeys({ method, url, headers }: HttpRequest): Pick<CallRequest, "method" | "url" | "headers"> {
  const { authorization: _, "x-grant": __, ...other_headers } = headers;
  return { method, url, headers: other_headers };
}

type Failure = Exclude<CallOutcome<never>, { readonly kind: "done" }>;

const CONFLICT = 409;
// Authentication and rate limiting run before the idempotency key is read, so these statuses prove nothing about
// earlier attempts.
const REJECTED_BEFORE_EXECUTION = [401, 403, 429];
const RETRYABLE_STATUSES = [408, 425, 429, 500, 502, 503, 504];

/** Returns whether a write may have happened, given the outcome of this attempt and the result for the earlier ones. */
function mayHaveHappened(outcome: Failure, was_unknown: boolean): boolean {
  switch (outcome.kind) {
    case "aborted":
      return true;
    case "silent":
      return was_unknown || outcome.is_sent;
    case "too_large":
      return true;
    case "foreign":
      return was_unknown || outcome.status < 300 || outcome.status >= 500 || outcome.status === 408;
    case "refused":
      if (isStillRunning(outcome) || outcome.status === 408 || outcome.status >= 500) return true;
      // Any other refusal with the same key proves that no earlier attempt succeeded.
      return was_unknown && REJECTED_BEFORE_EXECUTION.includes(outcome.status);
  }
}

/** Returns whether a retry of the same request could succeed. */
function isRetryable(outcome: Failure): boolean {
  switch (outcome.kind) {
    case "aborted":
    case "too_large":
      return false;
    case "silent":
      return true;
    case "foreign":
      return outcome.status < 300 || RETRYABLE_STATUSES.includes(outcome.status);
    case "refused":
      return RETRYABLE_STATUSES.includes(outcome.status) || isStillRunning(outcome);
  }
}

/** Only a 409 with `Retry-After` is temporary: the first request with this key still runs. */
function isStillRunning({ status, retry_after_s }: { readonly status: number; readonly retry_after_s: number | null }) {
  return status === CONFLICT && retry_after_s !== null;
}

/**
 * Exponential back-off with jitter, so that clients that failed together do not retry together. `Retry-After` replaces
 * the base.
 */
function retryDelay(attempt: number, outcome: Failure): number {
  const step_ms = Math.min(RETRY_DELAY_MAX_MS, RETRY_DELAY_MIN_MS * 2 ** (attempt - 1));
  const retry_after_s = "retry_after_s" in outcome ? outcome.retry_after_s : null;
  return (retry_after_s === null ? step_ms / 2 : retry_after_s * SECOND_MS) + (Math.random() * step_ms) / 2;
}

/** Resolves after `wait_ms` milliseconds, or as soon as the signal is aborted. Never throws. */
export async function sleepUnlessAborted(wait_ms: number, signal: AbortSignal | undefined): Promise<void> {
  if (signal?.aborted) return;
  await new Promise<void>((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, wait_ms);
    signal?.addEventListener("abort", end);
  });
}

interface AnyOperationInput {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: object;
  readonly body?: object;
  readonly file?: FileBody;
  readonly follow_token?: string;
}

function buildRequest(
  name: string,
  { method, path, keys, gives }: Operation,
  { params = {}, query = {}, body, file, follow_token }: AnyOperationInput,
  connection: ClientOptions,
  idempotency_key: string | null,
): HttpRequest {
  const { url, public_key, private_key, app_name, is_publishable = false, fetch, sync, signal } = connection;
  const { timeout_ms, answer_limit_bytes } = connection;
  // A split sends money to other merchants, so the service requires the private key for it.
  const needs_private_key = keys === "both" || (body !== undefined && "split" in body && body.split !== undefined);
  if (needs_private_key && private_key === undefined) {
    throw new TypeError(`${name} needs the private key: new Kolo({ url, public_key, private_key })`);
  }
  if (sync !== undefined) checkSync(sync);
  if (follow_token !== undefined) checkFollowToken(follow_token);
  const type = body ? "application/json" : file?.type;
  return {
    ...{ method, gives, signal, fetch },
    url: `${url}${fillPath(path, params)}${queryText(query)}`,
    headers: {
      accept: "application/json",
      authorization: public_key,
      // A browser has its own, and some ask the service for permission to send another.
      ...(is_publishable ? {} : { "user-agent": `kolo-sdk/${VERSION}${app_name === undefined ? "" : ` ${app_name}`}` }),
      ...(follow_token === undefined ? {} : { "x-follow-token": follow_token }),
      ...(needs_private_key && private_key !== undefined ? { "x-grant": private_key } : {}),
      ...(sync === undefined ? {} : { "x-sync": sync }),
      ...(type === undefined ? {} : { "content-type": type }),
      ...(idempotency_key === null ? {} : { "idempotency-key": idempotency_key }),
    },
    body: body ? JSON.stringify(body) : (file?.bytes ?? null),
    timeout_ms: timeout_ms ?? TIMEOUT_MS,
    answer_limit_bytes: answer_limit_bytes ?? ANSWER_LIMIT_BYTES,
  };
}

/**
 * Fills the parameters into the path. Throws `TypeError` for an empty value or one of dots only, which would change the
 * path's segments.
 */
function fillPath(path: string, params: Readonly<Record<string, string>>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (typeof value !== "string" || /^\.{0,2}$/.test(value)) {
      throw new TypeError(`${JSON.stringify(value)} is no ${name} that can be in a path: give the id`);
    }
    return encodeURIComponent(value);
  });
}

function queryText(query: object): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  const text = search.toString();
  return text === "" ? "" : `?${text}`;
}

function checkIdempotencyKey(key: string): string {
  if (!/^[!-~]{1,255}$/.test(key)) throw new TypeError("An idempotency key is 1 to 255 visible ASCII characters");
  return key;
}

/** A line break would add a header to the request. */
function checkSync(sync: string): void {
  if (!/^[!-~]+$/.test(sync))
    throw new TypeError("sync is the id of a linked merchant: it has no spaces or line breaks");
}

/** `fetch` would refuse a line break in each attempt, as if there were no answer. */
function checkFollowToken(token: string): void {
  if (typeof token !== "string" || !/^[!-~]+$/.test(token)) {
    throw new TypeError("follow_token is the token of the answer that created the payment");
  }
}

/** Removes undefined options: a spread would otherwise overwrite the client's defaults with undefined. */
function withoutUndefined(options: CallOptions): CallOptions {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}
