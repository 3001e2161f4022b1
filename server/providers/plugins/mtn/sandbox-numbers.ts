import type { Fate } from "#providers/plugins/fakes/book.ts";

const PREFIX = "46733123";
const ONGOING_MS = 30_000;

// By the last three digits, in the documented order: for transfers, and for the other operations.
const SHARED_REASONS = { 450: "INTERNAL_PROCESSING_ERROR", 451: "APPROVAL_REJECTED", 452: "EXPIRED" };
const TRANSFERS = [
  ...["NOT_ENOUGH_FUNDS", "PAYER_LIMIT_REACHED", "PAYEE_NOT_FOUND", "NOT_ALLOWED", "NOT_ALLOWED_TARGET_ENVIRONMENT"],
  ...["INVALID_CALLBACK_URL_HOST", "INVALID_CURRENCY", "INTERNAL_PROCESSING_ERROR", "SERVICE_UNAVAILABLE"],
  ...["TRANSFER_TYPE_UNKNOWN"],
];
const OTHERS = [
  ...["PAYER_NOT_FOUND", "PAYEE_NOT_ALLOWED_TO_RECEIVE", "NOT_ALLOWED", "NOT_ALLOWED_TARGET_ENVIRONMENT"],
  ...["INVALID_CALLBACK_URL_HOST", "INVALID_CURRENCY", "INTERNAL_PROCESSING_ERROR", "SERVICE_UNAVAILABLE"],
  ...["COULD_NOT_PERFORM_TRANSACTION", "TRANSFER_TYPE_UNKNOWN"],
];
const FIRST_OF_LISTS = 455;

/** The fate that MTN's sandbox gives one of its test numbers; null for any other. */
export function sandboxFate(party: string, operation: string): Fate | null {
  if (!party.startsWith(PREFIX)) return null;
  const number = Number(party.slice(PREFIX.length));
  if (number === 453) return { ending: "complete", after_ms: ONGOING_MS, notices: "once" };
  if (number === 454) return { ending: "complete", after_ms: Number.POSITIVE_INFINITY, notices: "none" };
  const list = operation === "transfer" ? TRANSFERS : OTHERS;
  const shared_reason = Object.entries(SHARED_REASONS).find(([digits]) => Number(digits) === number)?.[1];
  const reason = shared_reason ?? list[number - FIRST_OF_LISTS];
  return reason === undefined
    ? null
    : { ending: reason, after_ms: 0, notices: "once", has_reason_object: number % 2 === 0 };
}
