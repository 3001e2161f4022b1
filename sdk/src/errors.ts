import type { ErrorReason, FieldReason, ReasonParams } from "./api.ts";

/**
 * The category of an error, for programs; `reason` is more specific:
 *
 * - `insufficient_funds`: the balance does not cover the order; nothing was reserved.
 * - `reference_taken`: the reference exists, perhaps from an earlier call of yours. Retrieve the record.
 * - `invalid`: a field is wrong, or the state of a record does not allow the operation; `errors` names the fields.
 * - `not_found`: the record does not exist.
 * - `unauthorized`: the public key is wrong.
 * - `forbidden`: the private key is wrong or lacks the right, or your IP address is not on the key's list.
 * - `conflict`: another operation is in progress on the record, or the cursor belongs to another database.
 * - `key_reused`: the idempotency key belongs to a different request.
 * - `under_way`: the first request with this idempotency key still runs.
 * - `too_many_requests`: the key's rate limit is exceeded; `retry_after_s` is the wait in seconds.
 * - `unavailable`: the service or a proxy returned 408 or 5xx.
 * - `no_answer`: no connection, a lost connection, or a timeout.
 * - `not_kolo`: the answer is not from a Kolo service.
 * - `too_large`: the answer is larger than `answer_limit_bytes`.
 * - `aborted`: your signal ended the call.
 * - `not_ended`: `wait` reached its limit; the payment, transfer, refund or bulk continues.
 */
export type KoloErrorKind =
  | "insufficient_funds"
  | "reference_taken"
  | "invalid"
  | "not_found"
  | "unauthorized"
  | "forbidden"
  | "conflict"
  | "key_reused"
  | "under_way"
  | "too_many_requests"
  | "unavailable"
  | "no_answer"
  | "not_kolo"
  | "too_large"
  | "aborted"
  | "not_ended";

/** Error messages by field name. A dot separates nested names: `beneficiary_data.phone`. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

/** The reason code for an invalid field, with the values that the reason names, such as `maximum`. */
export interface FieldRefusal {
  readonly reason: FieldReason;
  readonly params: ReasonParams;
}

/** The reasons by field name, in the order of `errors`. */
export type FieldReasons = Readonly<Record<string, readonly FieldRefusal[]>>;

/** The optional details of an error. */
export interface ErrorDetails {
  readonly status?: number | null;
  readonly reason?: ErrorReason | null;
  readonly params?: ReasonParams;
  readonly errors?: FieldErrors;
  readonly field_reasons?: FieldReasons;
  readonly request_id?: string | null;
  readonly retry_after_s?: number | null;
  readonly idempotency_key?: string | null;
  readonly is_unknown?: boolean;
  readonly cause?: unknown;
}

/** An error as JSON: its fields, without the stack and the cause. */
export type KoloErrorJson = Omit<KoloError, "toJSON" | "stack" | "cause">;

/** The error that every failed call throws. `message` is a sentence for people, `kind` is for programs. */
export class KoloError extends Error {
  readonly kind: KoloErrorKind;
  /** The HTTP status of the answer; null without an answer. */
  readonly status: number | null;
  /** The reason code of the refusal; null without an answer, and for a reason that this SDK version does not know. */
  readonly reason: ErrorReason | null;
  /** The values that the reason names, such as `required` and `currency`; empty if it names none. */
  readonly params: ReasonParams;
  /** Error messages by field; empty if no field is wrong. */
  readonly errors: FieldErrors;
  /** The reason codes by field, for programs. Omits reasons that this SDK version does not know. */
  readonly field_reasons: FieldReasons;
  /** The `Request-Id` header of the answer. The dashboard and the service's log find the request by it. */
  readonly request_id: string | null;
  /** The wait from the `Retry-After` header, in seconds; null without one. */
  readonly retry_after_s: number | null;
  /** The idempotency key of the write; null for a read. */
  readonly idempotency_key: string | null;
  /**
   * Whether a write may have happened despite the error. If true, call again within seven days with the same fields and
   * this `idempotency_key`: the write happens once, and you get the lost answer. Never call again without the key.
   */
  readonly is_unknown: boolean;

  constructor(kind: KoloErrorKind, message: string, details: ErrorDetails = {}) {
    super(message, details.cause === undefined ? {} : { cause: details.cause });
    this.name = "KoloError";
    this.kind = kind;
    this.status = details.status ?? null;
    this.reason = details.reason ?? null;
    this.params = details.params ?? {};
    this.errors = details.errors ?? {};
    this.field_reasons = details.field_reasons ?? {};
    this.request_id = details.request_id ?? null;
    this.retry_after_s = details.retry_after_s ?? null;
    this.idempotency_key = details.idempotency_key ?? null;
    this.is_unknown = details.is_unknown ?? false;
  }

  /** The fields for a log entry. Without this method `JSON.stringify` would omit the message of an error. */
  toJSON(): KoloErrorJson {
    const { name, message, kind, status, reason, params, errors, field_reasons } = this;
    const { request_id, retry_after_s, idempotency_key, is_unknown } = this;
    return {
      ...{ name, message, kind, status, reason, params, errors, field_reasons },
      ...{ request_id, retry_after_s, idempotency_key, is_unknown },
    };
  }
}
