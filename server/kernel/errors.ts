/**
 * The kinds of errors for callers. Operations throw one of these; `http/errors.ts` alone maps a kind to a status code.
 * `internal` is never thrown explicitly: any error that is not a `ServiceError` becomes it.
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

/** Error messages by field name; nested names are dotted: `beneficiary_data.phone`. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

interface ErrorDetails {
  /** The real cause, for our log; never shown. */
  readonly cause?: unknown;
  /**
   * Seconds until a retry makes sense, for a condition that passes by itself. Sent as `Retry-After`; such an answer is
   * not stored for an `Idempotency-Key`.
   */
  readonly retry_after_s?: number;
}

/** An error of the caller, or a condition to wait for. `message` is for the caller, `cause` for us. */
export class ServiceError extends Error {
  readonly kind: ErrorKind;
  readonly fields: FieldErrors | undefined;
  readonly retry_after_s: number | undefined;

  constructor(kind: ErrorKind, message: string, fields?: FieldErrors, details: ErrorDetails = {}) {
    super(message, { cause: details.cause });
    this.name = "ServiceError";
    this.kind = kind;
    this.fields = fields;
    this.retry_after_s = details.retry_after_s;
  }
}

/** 422 with one field's message, in the format of `interface.md` section 7 for an unknown beneficiary. */
export function invalid(field: string, message: string, details: ErrorDetails = {}): ServiceError {
  return new ServiceError("invalid", "Validation failed", { [field]: [message] }, details);
}

/** 400 with one field's message: an error visible from the request alone. */
export function badRequest(field: string, message: string): ServiceError {
  return new ServiceError("bad_request", "Validation failed", { [field]: [message] });
}

/** Checks an internal invariant. A violation aborts the request with a 500; nothing is written. */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`Broken promise: ${message}`);
}

/** The default case of a `switch` over a union: the compiler rejects it while a case is missing. */
export function unreachable(value: never): never {
  throw new Error(`Broken promise: unknown case ${JSON.stringify(value)}`);
}
