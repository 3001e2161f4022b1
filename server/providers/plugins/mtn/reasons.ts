import type { FailureCode } from "#kernel/failure-codes.ts";
import type { Failure, OrderKind } from "#providers/provider.ts";

const SENTENCES = {
  insufficient_funds: "The account that pays does not hold enough money",
  provider_account_empty: "The account that pays does not hold enough money",
  recipient_not_found: "The recipient's number has no MTN Mobile Money account",
  recipient_not_allowed: "The recipient's account cannot receive this amount",
  recipient_limit_reached: "The recipient's account cannot receive this amount",
  payer_not_found: "The payer's number has no MTN Mobile Money account",
  limit_reached: "A limit of the account that pays is reached",
  rejected_by_payer: "The request was refused on the phone",
  expired: "The request was not confirmed on the phone in time",
  canceled: "The transaction was canceled",
  provider_configuration: "MTN refused the merchant account or its settings",
  provider_error: "MTN could not carry out the transaction",
} as const satisfies Readonly<Partial<Record<FailureCode, string>>>;

type MtnFailureCode = keyof typeof SENTENCES;

/** MTN's reason codes, mapped to the shared codes. Any other code counts as `provider_error`. */
export const CODES: Readonly<Record<string, MtnFailureCode>> = {
  NOT_ENOUGH_FUNDS: "insufficient_funds",
  LOW_BALANCE_OR_PAYEE_LIMIT_REACHED_OR_NOT_ALLOWED: "insufficient_funds",
  PAYEE_NOT_FOUND: "recipient_not_found",
  PAYER_NOT_FOUND: "payer_not_found",
  PAYEE_NOT_ALLOWED_TO_RECEIVE: "recipient_not_allowed",
  PAYEE_LIMIT_REACHED: "recipient_limit_reached",
  PAYER_LIMIT_REACHED: "limit_reached",
  APPROVAL_REJECTED: "rejected_by_payer",
  PAYMENT_NOT_APPROVED: "rejected_by_payer",
  EXPIRED: "expired",
  COULD_NOT_PERFORM_TRANSACTION: "expired",
  TRANSACTION_CANCELED: "canceled",
  NOT_ALLOWED: "provider_configuration",
  NOT_ALLOWED_TARGET_ENVIRONMENT: "provider_configuration",
  INVALID_CALLBACK_URL_HOST: "provider_configuration",
  INVALID_CURRENCY: "provider_configuration",
  SENDER_ACCOUNT_NOT_ACTIVE: "provider_configuration",
};

// The documentation does not list these states; a known MTN client handles them.
export const STATES: Readonly<Record<string, MtnFailureCode>> = {
  REJECTED: "rejected_by_payer",
  TIMEOUT: "expired",
  CANCELLED: "canceled",
};

// A Map: a provider's code such as `constructor` would match a property that every object inherits.
const SHARED = new Map(Object.entries({ ...CODES, ...STATES }));

type CodeMapping = Readonly<Partial<Record<MtnFailureCode, MtnFailureCode>>>;

// In a collection the payee is our own account at MTN.
const COLLECT_CODES: CodeMapping = {
  recipient_not_found: "provider_configuration",
  recipient_not_allowed: "provider_configuration",
  recipient_limit_reached: "provider_configuration",
};

// In a payout the payer is our own account at MTN, and nobody confirms it on a phone.
const PAYOUT_CODES: CodeMapping = {
  insufficient_funds: "provider_account_empty",
  payer_not_found: "provider_configuration",
  expired: "provider_error",
};

// Codes with which MTN may refuse a POST without having moved money. Source: the documentation of 2018, and the API's
// enum. `INTERNAL_PROCESSING_ERROR` and `SERVICE_UNAVAILABLE` are faults, and prove nothing about the money.
const REFUSALS = new Set(Object.keys(CODES));

/** The failure of a reason code. The reason ends with the code, so that it can be looked up. */
export function failureOf(code: string, kind: OrderKind): Failure {
  const matched = SHARED.get(code) ?? "provider_error";
  const shared = (kind === "collect" ? COLLECT_CODES : PAYOUT_CODES)[matched] ?? matched;
  return { code: shared, reason: `${SENTENCES[shared]} (${code.slice(0, 60)})` };
}

/** The refusal that a 5xx with this code reports; null for a fault. */
export function refusalOf(code: string | null, kind: OrderKind): Failure | null {
  return isRefusal(code) ? failureOf(code, kind) : null;
}

/** Whether MTN refuses with this code. */
export function isRefusal(code: string | null): code is string {
  return code !== null && REFUSALS.has(code);
}

/**
 * Reads the code of an answer. `reason` is an object in the schema and a text on the wire; an error has `code` instead.
 */
export function codeIn(json: unknown): string | null {
  if (typeof json !== "object" || json === null) return null;
  const reason = "reason" in json ? json.reason : null;
  return typeof reason === "string" ? reason : (codeOf(reason) ?? codeOf(json));
}

function codeOf(json: unknown): string | null {
  if (typeof json !== "object" || json === null || !("code" in json)) return null;
  return typeof json.code === "string" ? json.code : null;
}
