import { type FileBody, OPERATIONS, type Operation } from "./api.ts";
import type { KoloError } from "./errors.ts";
import type { Operations } from "./event-types.ts";
import { type Exchange, exchange, type Outcome } from "./exchange.ts";
import { ANSWER_LIMIT_BYTES, PATIENCE_MS, TIMEOUT_MS } from "./limits.ts";
import { errorOf, type Situation } from "./trouble.ts";

/** How one call is made, where it is not as the client was told. */
export interface CallOptions {
  /**
   * A name of yours for this write, 1 to 255 visible ASCII characters: the same fields with the same key have one effect and one
   * answer, for seven days. Without it the client makes one for each call, which makes the call's own retries safe; one that
   * is kept in your records makes the call safe across a crash of your program, too.
   */
  readonly idempotency_key?: string;
  /** The id of a connected merchant to act for. */
  readonly sync?: string;
  /** Ends the call when it is aborted. A write that was under way may have happened (`is_unknown`). */
  readonly signal?: AbortSignal;
  /** How long one try may take, in milliseconds. */
  readonly timeout_ms?: number;
  /** How long after its beginning a call may be tried again, in milliseconds; 0 tries once. */
  readonly patience_ms?: number;
  /** How long an answer may be, in bytes. */
  readonly answer_limit_bytes?: number;
  /** Told before each new try. */
  readonly on_retry?: (retry: Retry) => void;
}

/** A try that came to nothing, and will be followed by another. */
export interface Retry {
  readonly operation: keyof Operations;
  /** Which try it was: 1 is the first. */
  readonly attempt: number;
  readonly wait_ms: number;
  readonly error: KoloError;
}

/** Where the service is, and who calls. */
export interface Connection extends CallOptions {
  readonly url: string;
  readonly public_key: string;
  readonly private_key: string | undefined;
}

/** What is given to an operation. */
export type Given<Name extends keyof Operations> = Omit<Operations[Name], "answer">;

/** Calls an operation until it has an answer. */
export type Call = <Name extends keyof Operations>(
  name: Name,
  given: Given<Name>,
  options?: CallOptions,
) => Promise<Operations[Name]["answer"]>;

const WAIT_FIRST_MS = 250;
const WAIT_MAX_MS = 10_000;
const SECOND_MS = 1_000;
const VERSION = "0.1.0";

// They are asked for by POST and change nothing: a key would only have their answers kept.
const READS: ReadonlySet<string> = new Set(["lookUpWhoseNumberItIs", "checkBulkTransfer"]);

/**
 * Calls operations of one service. A write carries an idempotency key, the same on each try; a try whose answer is lost, or
 * says that it is too soon or too much, is followed by another after a growing pause, or after what `Retry-After` says, until
 * the patience is at its end. Throws `KoloError`, and `TypeError` for what no service could answer.
 */
export function caller(connection: Connection): Call {
  return async (name, given, options = {}) => {
    const operation = OPERATIONS[name];
    const all = { ...connection, ...defined(options) };
    const is_write = operation.method !== "GET" && !READS.has(name);
    const idempotency_key = is_write ? checkedKey(all.idempotency_key ?? crypto.randomUUID()) : null;
    const request = requestOf(name, operation, given, all, idempotency_key);
    return tried<Operations[typeof name]["answer"]>(name, request, all, idempotency_key);
  };
}

async function tried<Answer>(
  operation: keyof Operations,
  request: Exchange,
  { url, signal, patience_ms = PATIENCE_MS, on_retry }: Connection,
  idempotency_key: string | null,
): Promise<Answer> {
  const until = performance.now() + patience_ms;
  const told = { url, idempotency_key, timeout_ms: request.timeout_ms };
  let is_unknown = false;
  for (let attempt = 1; ; attempt += 1) {
    if (signal?.aborted) throw errorOf({ kind: "aborted", cause: signal.reason }, { ...told, is_unknown });
    const outcome = await exchange<Answer>(request);
    if (outcome.kind === "done") return outcome.answer;
    is_unknown = idempotency_key !== null && mayHaveHappened(outcome, is_unknown);
    const situation: Situation = { ...told, is_unknown };
    const wait_ms = pauseBefore(attempt, outcome);
    if (!isPassing(outcome) || performance.now() + wait_ms > until) throw errorOf(outcome, situation);
    on_retry?.({ operation, attempt, wait_ms, error: errorOf(outcome, situation) });
    await pause(wait_ms, signal);
  }
}

type Failure = Exclude<Outcome<never>, { readonly kind: "done" }>;

const CONFLICT = 409;
// Said before the service looks at the key, so that it says nothing about an earlier try: who calls, and how often.
const SAID_AT_THE_DOOR = [401, 403, 429];
const PASSING = [408, 425, 429, 500, 502, 503, 504];

/** Whether a write may have happened, given what is thought of the tries before. */
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
      if (isUnderWay(outcome) || outcome.status === 408 || outcome.status >= 500) return true;
      // With the same key, a refusal of the request itself says that no earlier try came through.
      return was_unknown && SAID_AT_THE_DOOR.includes(outcome.status);
  }
}

/** Whether the same request may be answered otherwise in a while. */
function isPassing(outcome: Failure): boolean {
  switch (outcome.kind) {
    case "aborted":
    case "too_large":
      return false;
    case "silent":
      return true;
    case "foreign":
      return outcome.status < 300 || PASSING.includes(outcome.status);
    case "refused":
      return PASSING.includes(outcome.status) || isUnderWay(outcome);
  }
}

/** A conflict that passes says when: the first request with this key still runs. Others stay. */
function isUnderWay({ status, retry_after_s }: { readonly status: number; readonly retry_after_s: number | null }) {
  return status === CONFLICT && retry_after_s !== null;
}

/** Twice as long each time, and never the same for two callers that were turned away together. */
function pauseBefore(attempt: number, outcome: Failure): number {
  const step_ms = Math.min(WAIT_MAX_MS, WAIT_FIRST_MS * 2 ** (attempt - 1));
  const asked_s = "retry_after_s" in outcome ? outcome.retry_after_s : null;
  return (asked_s === null ? step_ms / 2 : asked_s * SECOND_MS) + (Math.random() * step_ms) / 2;
}

/** Waits, and no longer than the signal lets it. */
export async function pause(wait_ms: number, signal: AbortSignal | undefined): Promise<void> {
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

interface AnyGiven {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: object;
  readonly body?: object;
  readonly file?: FileBody;
}

function requestOf(
  name: string,
  { method, path, keys, gives }: Operation,
  { params = {}, query = {}, body, file }: AnyGiven,
  { url, public_key, private_key, sync, signal, timeout_ms, answer_limit_bytes }: Connection,
  idempotency_key: string | null,
): Exchange {
  if (keys === "both" && private_key === undefined) {
    throw new TypeError(`${name} needs the private key: new Kolo({ url, public_key, private_key })`);
  }
  const type = body ? "application/json" : file?.type;
  return {
    ...{ method, gives, signal },
    url: `${url}${filled(path, params)}${queryText(query)}`,
    headers: {
      accept: "application/json",
      authorization: public_key,
      "user-agent": `kolo-sdk/${VERSION}`,
      ...(keys === "both" && private_key !== undefined ? { "x-grant": private_key } : {}),
      ...(sync === undefined ? {} : { "x-sync": sync }),
      ...(type === undefined ? {} : { "content-type": type }),
      ...(idempotency_key === null ? {} : { "idempotency-key": idempotency_key }),
    },
    body: body ? JSON.stringify(body) : (file?.bytes ?? null),
    timeout_ms: timeout_ms ?? TIMEOUT_MS,
    answer_limit_bytes: answer_limit_bytes ?? ANSWER_LIMIT_BYTES,
  };
}

/** The path with its names filled in. An empty text, or dots alone, would make another path of it. */
function filled(path: string, params: Readonly<Record<string, string>>): string {
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
  return search.size === 0 ? "" : `?${search}`;
}

function checkedKey(key: string): string {
  if (!/^[!-~]{1,255}$/.test(key)) throw new TypeError("An idempotency key is 1 to 255 visible ASCII characters");
  return key;
}

/** Without what was given as undefined, which takes nothing away from what the client was told. */
function defined(options: CallOptions): CallOptions {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}
