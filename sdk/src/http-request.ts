import { ERROR_REASONS, type ErrorReason, FIELD_REASONS, type FieldReason, type ReasonParams } from "./api.ts";
import type { FieldErrors, FieldReasons, FieldRefusal } from "./errors.ts";

/** One request, ready to send. Every attempt sends the same bytes. */
export interface HttpRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | ArrayBuffer | null;
  /** The field that every valid answer to this operation contains; null if there is no such field. */
  readonly gives: string | null;
  readonly timeout_ms: number;
  readonly answer_limit_bytes: number;
  readonly signal: AbortSignal | undefined;
  readonly fetch: typeof globalThis.fetch | undefined;
}

/** The parts of an answer other than its body. */
interface ResponseHead {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly request_id: string | null;
  readonly retry_after_s: number | null;
}

/** The result of one attempt. */
export type CallOutcome<Answer> =
  | (ResponseHead & { readonly kind: "done"; readonly answer: Answer })
  /** Kolo refused the request. */
  | (ResponseHead & {
      readonly kind: "refused";
      readonly message: string;
      readonly reason: ErrorReason | null;
      readonly params: ReasonParams;
      readonly errors: FieldErrors;
      readonly field_reasons: FieldReasons;
    })
  /** The answer is not from Kolo, but from a proxy or another server at this address. */
  | (ResponseHead & { readonly kind: "foreign" })
  | (ResponseHead & { readonly kind: "too_large" })
  /** No answer. `is_sent`: whether the request may have arrived. */
  | { readonly kind: "silent"; readonly cause: unknown; readonly code: string; readonly is_sent: boolean }
  | { readonly kind: "aborted"; readonly cause: unknown };

export const TIMED_OUT = "timed out";

// The error codes of connections that failed before a request was sent.
const NOT_SENT =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$|CERT|SIGNED|_TLS_/;

/** Sends a request once. Never throws: each failure is a `CallOutcome`. */
export async function sendRequest<Answer>(request: HttpRequest): Promise<CallOutcome<Answer>> {
  const { signal, timeout_ms } = request;
  const abort_controller = new AbortController();
  const end = (): void => abort_controller.abort(signal?.reason);
  const timer = setTimeout(() => abort_controller.abort(), timeout_ms);
  if (signal?.aborted) end();
  signal?.addEventListener("abort", end);
  try {
    const response = await (request.fetch ?? fetch)(request.url, {
      method: request.method,
      headers: request.headers,
      body: request.body,
      // `fetch` would send the private key to the redirect's target.
      redirect: "manual",
      signal: abort_controller.signal,
    });
    return await readResponse(response, request);
  } catch (cause) {
    if (signal?.aborted) return { kind: "aborted", cause: signal.reason };
    const code = abort_controller.signal.aborted ? TIMED_OUT : codeOf(cause);
    return { kind: "silent", cause, code, is_sent: isReadOrWriteError(cause) || !NOT_SENT.test(code) };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", end);
  }
}

async function readResponse<Answer>(response: Response, request: HttpRequest): Promise<CallOutcome<Answer>> {
  const head: ResponseHead = {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    request_id: response.headers.get("request-id"),
    retry_after_s: secondsOf(response.headers.get("retry-after")),
  };
  const text = await textOf(response, request.answer_limit_bytes);
  if (text === null) return { ...head, kind: "too_large" };
  const body = parseJson(text);
  if (typeof body !== "object" || body === null) return { ...head, kind: "foreign" };
  if (response.ok && (request.gives === null || request.gives in body)) return { ...head, kind: "done", answer: body };
  if (response.status < 400 || typeof body.message !== "string") return { ...head, kind: "foreign" };
  return {
    ...{ ...head, kind: "refused", message: body.message, errors: fieldErrors(body.errors) },
    reason: ERROR_REASONS.find((reason) => reason === body.reason) ?? null,
    params: reasonParams(body.reason_params),
    field_reasons: fieldReasons(body.field_reasons),
  };
}

/** Returns the error messages by field. Ignores all but arrays, because a proxy's `errors` may have any shape. */
function fieldErrors(errors: unknown): FieldErrors {
  if (typeof errors !== "object" || errors === null) return {};
  const listed = Object.entries(errors).filter(([, texts]) => Array.isArray(texts));
  return Object.fromEntries(listed.map(([field, texts]) => [field, texts.map(String)]));
}

/** Returns the known reasons by field. Ignores values of any other shape. */
function fieldReasons(fields: unknown): FieldReasons {
  if (typeof fields !== "object" || fields === null) return {};
  const listed = Object.entries(fields).filter(([, refusals]) => Array.isArray(refusals));
  return Object.fromEntries(listed.map(([field, refusals]) => [field, refusals.flatMap(fieldRefusal)]));
}

function fieldRefusal(refusal: unknown): readonly FieldRefusal[] {
  if (typeof refusal !== "object" || refusal === null || !("reason" in refusal)) return [];
  const reason: FieldReason | undefined = FIELD_REASONS.find((known) => known === refusal.reason);
  return reason === undefined ? [] : [{ reason, params: reasonParams("params" in refusal ? refusal.params : null) }];
}

function reasonParams(params: unknown): ReasonParams {
  return typeof params === "object" && !Array.isArray(params) ? { ...params } : {};
}

/** Reads the body; null if it exceeds the limit. The rest of a longer body is not read. */
async function textOf({ body }: Response, limit_bytes: number): Promise<string | null> {
  if (body === null) return "";
  const decoder = new TextDecoder();
  let size_bytes = 0;
  let text = "";
  // Not every runtime can iterate over the body with `for await`.
  const reader = body.getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    size_bytes += read.value.length;
    if (size_bytes > limit_bytes) {
      await reader.cancel();
      return null;
    }
    text += decoder.decode(read.value, { stream: true });
  }
  return text + decoder.decode();
}

/** Returns `any`: callers must check the shape before use. */
function parseJson(text: string) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const SECOND_MS = 1_000;

/** Parses `Retry-After`, which is a number of seconds or an HTTP date. Returns seconds. */
function secondsOf(header: string | null): number | null {
  if (header === null) return null;
  if (/^\d{1,9}$/.test(header)) return Number(header);
  const at_ms = Date.parse(header);
  return Number.isNaN(at_ms) ? null : Math.max(0, Math.ceil((at_ms - Date.now()) / SECOND_MS));
}

/** Returns whether the connection was established: the request may then have arrived, regardless of the error code. */
function isReadOrWriteError(error: unknown): boolean {
  return causesOf(error).some((cause) => "syscall" in cause && (cause.syscall === "read" || cause.syscall === "write"));
}

/** Returns the error's code. `fetch` puts it in the `cause` of its error, or one level deeper. */
function codeOf(error: unknown): string {
  for (const cause of causesOf(error)) if ("code" in cause && typeof cause.code === "string") return cause.code;
  return error instanceof Error ? error.message : String(error);
}

// An error may be its own cause: the limit ends the loop.
const CAUSES_MAX = 10;

/** The error and its causes, outermost first. `instanceof` would miss errors of another realm, as in Jest. */
function causesOf(error: unknown): readonly object[] {
  const causes: object[] = [];
  let current = error;
  while (typeof current === "object" && current !== null && causes.length < CAUSES_MAX) {
    causes.push(current);
    current = "cause" in current ? current.cause : undefined;
  }
  return causes;
}
