/**
 * What kind of trouble it is:
 *
 * - `insufficient_funds`: the balance does not cover it; nothing was set aside.
 * - `reference_taken`: something with this reference exists, perhaps from an earlier call of yours. Retrieve it.
 * - `invalid`: the request cannot be right, or what it names does not exist or may not be; `errors` names the fields.
 * - `not_found`, `unauthorized` (the public key), `forbidden` (the private key, or an address that is not on the list).
 * - `conflict`: the state it is in does not allow it.
 * - `key_reused`: this idempotency key was used with another request.
 * - `under_way`: the first request with this idempotency key still runs.
 * - `too_many_requests`: over the key's rate; `retry_after_s` says how long to wait.
 * - `unavailable`: the service, or a proxy before it, could not answer now (408, 5xx).
 * - `no_answer`: nobody answered, or not in time.
 * - `not_kolo`: somebody answered who is not Kolo.
 * - `too_large`: the answer is larger than `answer_limit_bytes`.
 * - `aborted`: your signal ended it.
 * - `not_ended`: a `wait` came to its limit; what is waited for goes on by itself.
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

/** A field's name (dotted where it nests: `beneficiary_data.phone`) and what is wrong with it. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

/** What an error knows beside its kind and its sentence. */
export interface ErrorDetails {
  readonly status?: number | null;
  readonly errors?: FieldErrors;
  readonly request_id?: string | null;
  readonly retry_after_s?: number | null;
  readonly idempotency_key?: string | null;
  readonly is_unknown?: boolean;
  readonly cause?: unknown;
}

/** Every call that does not come to its end throws one of these. `message` is a sentence, `kind` is for programs. */
export class KoloError extends Error {
  readonly kind: KoloErrorKind;
  /** The code of the answer's status; null where there was no answer. */
  readonly status: number | null;
  /** For each field that is not right, what is wrong with it; empty where it is not about fields. */
  readonly errors: FieldErrors;
  /** The answer's `Request-Id`: it finds the request in the dashboard and in the service's log. */
  readonly request_id: string | null;
  /** How long the service asks to be left alone, in seconds. */
  readonly retry_after_s: number | null;
  /** The key of the write; null for what changes nothing. */
  readonly idempotency_key: string | null;
  /**
   * Whether a write may have happened all the same. Call again with the same fields and with `idempotency_key`, for as long as
   * a week: it happens once, and you get the answer that was lost. Never call again without the key.
   */
  readonly is_unknown: boolean;

  constructor(kind: KoloErrorKind, message: string, details: ErrorDetails = {}) {
    super(message, details.cause === undefined ? {} : { cause: details.cause });
    this.name = "KoloError";
    this.kind = kind;
    this.status = details.status ?? null;
    this.errors = details.errors ?? {};
    this.request_id = details.request_id ?? null;
    this.retry_after_s = details.retry_after_s ?? null;
    this.idempotency_key = details.idempotency_key ?? null;
    this.is_unknown = details.is_unknown ?? false;
  }
}
