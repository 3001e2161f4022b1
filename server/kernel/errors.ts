import type { FieldErrorArguments, FieldReason } from "./field-reasons.ts";
import type { ReasonParams } from "./reason-params.ts";
import { type ErrorKind, kindOf, type ParamsByReason, type PlainReason, type Reason } from "./reasons.ts";

/** An error of a field: a reason with parameters for programs, a message for people. */
export interface FieldError {
  readonly reason: FieldReason;
  readonly params: ReasonParams;
  readonly message: string;
}

/** Errors by field name; nested names are dotted: `beneficiary_data.phone`. */
export type FieldErrors = Readonly<Record<string, readonly FieldError[]>>;

export function fieldError(...[reason, message, params]: FieldErrorArguments): FieldError {
  return { reason, params: params ?? {}, message };
}

/** Returns only the messages, by field name. */
export function messagesOf(fields: FieldErrors): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, errors]) => [name, errors.map(({ message }) => message)]),
  );
}

/** Returns only the reasons and their parameters, by field name. */
export function reasonsOf(fields: FieldErrors): Record<string, Pick<FieldError, "reason" | "params">[]> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, errors]) => [name, errors.map(({ reason, params }) => ({ reason, params }))]),
  );
}

interface ErrorDetails {
  readonly fields?: FieldErrors | undefined;
  /** The underlying error, for our log; callers never see it. */
  readonly cause?: unknown;
  /**
   * Seconds until a retry makes sense, for a temporary condition. Kolo sends it as `Retry-After`, and does not store
   * such an answer for an `Idempotency-Key`.
   */
  readonly retry_after_s?: number;
}

type ReasonWithParams = keyof ParamsByReason;

export type ServiceErrorArguments =
  | readonly [reason: PlainReason, message: string, details?: ErrorDetails]
  | {
      [R in ReasonWithParams]: readonly [
        ...(readonly [reason: R, message: string]),
        details: ErrorDetails & { readonly params: ParamsByReason[R] },
      ];
    }[ReasonWithParams];

/**
 * An error of the caller, or a temporary condition. `reason` and its `params` are for the caller's program, `message`
 * for its people, `cause` for our log. `internal_error` is never thrown explicitly: any error that is not a
 * `ServiceError` becomes one.
 */
export class ServiceError extends Error {
  readonly reason: Reason;
  readonly params: ReasonParams;
  readonly kind: ErrorKind;
  readonly fields: FieldErrors | undefined;
  readonly retry_after_s: number | undefined;

  constructor(...[reason, message, details = {}]: ServiceErrorArguments) {
    super(message, { cause: details.cause });
    this.name = "ServiceError";
    this.reason = reason;
    this.params = "params" in details ? details.params : {};
    this.kind = kindOf(reason);
    this.fields = details.fields;
    this.retry_after_s = details.retry_after_s;
  }
}

/** A 422 with an error in one field, in the format of `interface.md` section 7. */
export function invalid(field: string, ...error: FieldErrorArguments): ServiceError {
  return new ServiceError("validation_failed", "Validation failed", { fields: { [field]: [fieldError(...error)] } });
}

/** A 400 with an error in one field, for an error visible from the request alone. */
export function badRequest(field: string, ...error: FieldErrorArguments): ServiceError {
  return new ServiceError("invalid_request", "Validation failed", { fields: { [field]: [fieldError(...error)] } });
}

/** Checks an internal invariant. A violation aborts the request with a 500; nothing is written. */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`Broken promise: ${message}`);
}

/** The default case of a `switch` over a union: the compiler rejects it while a case is missing. */
export function unreachable(value: never): never {
  throw new Error(`Broken promise: unknown case ${JSON.stringify(value)}`);
}
