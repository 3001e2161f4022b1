import type { ErrorReason } from "./api.ts";
import { type FieldErrors, KoloError, type KoloErrorKind } from "./errors.ts";
import { type CallOutcome, TIMED_OUT } from "./http-request.ts";

/** The details of a call that the outcome of its last attempt does not contain. */
export interface CallContext {
  readonly url: string;
  readonly timeout_ms: number;
  readonly idempotency_key: string | null;
  readonly is_unknown: boolean;
}

type Failure = Exclude<CallOutcome<never>, { readonly kind: "done" }>;

const SECOND_MS = 1_000;
// More fields make the sentence unreadable; `errors` has all of them.
const FIELDS_SHOWN_MAX = 5;

/** Converts the outcome of the last attempt to an error with a sentence. */
export function toKoloError(outcome: Failure, context: CallContext): KoloError {
  const { is_unknown, idempotency_key } = context;
  const unknown = `Whether it happened is not known: ask again with the idempotency key ${idempotency_key}`;
  const sentence = errorSentence(outcome, context);
  return new KoloError(kindOf(outcome), is_unknown ? `${sentence}. ${unknown}` : sentence, {
    ...("status" in outcome ? outcome : {}),
    ...("cause" in outcome ? { cause: outcome.cause } : {}),
    ...{ is_unknown, idempotency_key },
  });
}

function errorSentence(outcome: Failure, { url, timeout_ms }: CallContext): string {
  switch (outcome.kind) {
    case "refused":
      return refusalMessage(outcome.message, outcome.errors);
    case "foreign":
      return outcome.status >= 300 && outcome.status < 400
        ? `The server at ${url} redirects (${outcome.status}): use the address of Kolo itself`
        : `The server at ${url} is not Kolo: it returned ${outcome.status} without an answer of Kolo`;
    case "too_large":
      return "The answer is larger than answer_limit_bytes";
    case "aborted":
      return "The call was aborted";
    case "silent":
      if (outcome.code === TIMED_OUT) return `Kolo did not answer at ${url} within ${timeout_ms / SECOND_MS} s`;
      if (outcome.code === "ECONNREFUSED") return `Kolo does not answer at ${url}: is it running?`;
      return `Kolo does not answer at ${url} (${outcome.code})`;
  }
}

/** Returns the message, and appends those field errors that it does not contain. */
function refusalMessage(message: string, errors: FieldErrors): string {
  const more = Object.entries(errors).flatMap(([field, texts]) =>
    texts.filter((text) => !message.includes(text)).map((text) => `${field}: ${text}`),
  );
  const omitted = more.length - FIELDS_SHOWN_MAX;
  const shown_errors = omitted > 0 ? [...more.slice(0, FIELDS_SHOWN_MAX), `and ${omitted} more`] : more;
  return shown_errors.length === 0 ? message : `${message}: ${shown_errors.join("; ")}`;
}

function kindOf(outcome: Failure): KoloErrorKind {
  switch (outcome.kind) {
    case "foreign":
      return outcome.status >= 500 ? "unavailable" : "not_kolo";
    case "silent":
      return "no_answer";
    case "aborted":
    case "too_large":
      return outcome.kind;
    case "refused":
      return kindOfRefusal(outcome);
  }
}

const KINDS: Readonly<Record<number, KoloErrorKind>> = {
  401: "unauthorized",
  403: "forbidden",
  404: "not_found",
  408: "unavailable",
  429: "too_many_requests",
};

/** The kind for each of these reasons. For other reasons, the HTTP status determines the kind. */
const KINDS_BY_REASON: Partial<Readonly<Record<ErrorReason, KoloErrorKind>>> = {
  insufficient_funds: "insufficient_funds",
  reference_taken: "reference_taken",
  idempotency_key_reused: "key_reused",
  idempotency_in_progress: "under_way",
};

function kindOfRefusal(outcome: Extract<Failure, { readonly kind: "refused" }>): KoloErrorKind {
  const { status, reason, field_reasons, retry_after_s } = outcome;
  if (status >= 500) return "unavailable";
  if (status === 409 && retry_after_s !== null) return "under_way";
  const kind = reason === null ? undefined : KINDS_BY_REASON[reason];
  if (kind !== undefined) return kind;
  // For a bulk, `reference_taken` is in the errors of its entries.
  if (Object.values(field_reasons).some((refusals) => refusals.some((one) => one.reason === "reference_taken"))) {
    return "reference_taken";
  }
  return status === 409 ? "conflict" : (KINDS[status] ?? "invalid");
}
