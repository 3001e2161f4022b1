/**
 * The caller's kinds of trouble. A verb throws one of these; `http/errors.ts` alone knows which status code a kind
 * becomes. `internal` is never thrown by hand: whatever is not a `ServiceError` becomes it.
 */
export const ERROR_KINDS = [
  "bad_request",
  "unauthorized",
  "forbidden",
  "not_found",
  "method_not_allowed",
  "conflict",
  "too_large",
  "unsupported_media_type",
  "invalid",
  "insufficient_funds",
  "too_many_requests",
  "internal",
  "unavailable",
] as const;

export type ErrorKind = (typeof ERROR_KINDS)[number];

/** A field's name (dotted where it nests: `beneficiary_data.phone`) and what is wrong with it. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

interface Details {
  /** For us: what really happened. It is logged and never shown. */
  readonly cause?: unknown;
  /** When it makes sense to try again: it passes by itself. Becomes `Retry-After`; no `Idempotency-Key` keeps the answer. */
  readonly retry_after_s?: number;
}

/**
 * Something the caller did, or must wait for. `message` is shown to them, `cause` is for us.
 */
export class ServiceError extends Error {
  readonly kind: ErrorKind;
  readonly fields: FieldErrors | undefined;
  readonly retry_after_s: number | undefined;

  constructor(kind: ErrorKind, message: string, fields?: FieldErrors, details: Details = {}) {
    super(message, { cause: details.cause });
    this.name = "ServiceError";
    this.kind = kind;
    this.fields = fields;
    this.retry_after_s = details.retry_after_s;
  }
}

/** 422 with one field's message, the shape `interface.md` section 7 shows for an unknown beneficiary. */
export function invalid(field: string, message: string, details: Details = {}): ServiceError {
  return new ServiceError("invalid", "Validation failed", { [field]: [message] }, details);
}

/** 400 with one field's message: the request alone shows that it cannot be right. */
export function badRequest(field: string, message: string): ServiceError {
  return new ServiceError("bad_request", "Validation failed", { [field]: [message] });
}

/** Ours: a thing that cannot be, is. The request crashes and answers 500; nothing is written. */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`Broken promise: ${message}`);
}

/** The end of a `switch` over a union: the compiler refuses it while a case is missing. */
export function unreachable(value: never): never {
  throw new Error(`Broken promise: unknown case ${JSON.stringify(value)}`);
}
