import type { FailureCode } from "#kernel/failure-codes.ts";
import type { Failure, OrderKind } from "#providers/provider.ts";

const SENTENCES = {
  insufficient_funds: "The payer's account does not hold enough money",
  provider_account_empty: "The account at pawaPay does not hold enough money",
  recipient_not_found: "The recipient's number has no account at the network",
  recipient_limit_reached: "The recipient's account has reached a limit",
  payer_not_found: "The payer's number has no account at the network",
  limit_reached: "A limit of the payer's account is reached",
  rejected_by_payer: "The request was refused on the phone, or not confirmed in time",
  canceled: "The transaction was canceled",
  amount_out_of_range: "The network does not accept this amount",
  provider_unavailable: "The network is not available at the moment",
  provider_configuration: "pawaPay refused the account or its settings",
  provider_error: "The network could not carry out the transaction",
} as const satisfies Readonly<Partial<Record<FailureCode, string>>>;

type PawapayFailureCode = keyof typeof SENTENCES;

const CONFIGURATION = [
  ...["INVALID_INPUT", "MISSING_PARAMETER", "UNSUPPORTED_PARAMETER", "INVALID_PARAMETER", "DUPLICATE_METADATA_FIELD"],
  ...["INVALID_CURRENCY", "INVALID_PROVIDER", "NO_AUTHENTICATION", "AUTHENTICATION_ERROR", "AUTHORISATION_ERROR"],
  ...["HTTP_SIGNATURE_ERROR", "DEPOSITS_NOT_ALLOWED", "PAYOUTS_NOT_ALLOWED", "REFUNDS_NOT_ALLOWED"],
];

/** pawaPay's codes, mapped to the shared codes. Any other code counts as `provider_error`. */
export const CODES: Readonly<Record<string, PawapayFailureCode>> = {
  // pawaPay has one code for a payer who refuses and one who lets the request lapse.
  PAYMENT_NOT_APPROVED: "rejected_by_payer",
  INSUFFICIENT_BALANCE: "insufficient_funds",
  PAYER_NOT_FOUND: "payer_not_found",
  PAYER_LIMIT_REACHED: "limit_reached",
  WALLET_LIMIT_REACHED: "limit_reached",
  RECIPIENT_LIMIT_REACHED: "recipient_limit_reached",
  RECIPIENT_NOT_FOUND: "recipient_not_found",
  INVALID_PHONE_NUMBER: "payer_not_found",
  MANUALLY_CANCELLED: "canceled",
  PAWAPAY_WALLET_OUT_OF_FUNDS: "provider_account_empty",
  AMOUNT_OUT_OF_BOUNDS: "amount_out_of_range",
  INVALID_AMOUNT: "amount_out_of_range",
  AMOUNT_TOO_LARGE: "amount_out_of_range",
  PROVIDER_TEMPORARILY_UNAVAILABLE: "provider_unavailable",
  ...Object.fromEntries(CONFIGURATION.map((code) => [code, "provider_configuration"] as const)),
};

// A Map: a provider's code such as `constructor` would match a property that every object inherits.
const SHARED = new Map(Object.entries(CODES));

// In a payout the wallet is the recipient's, and the payer is our own account.
const PAYOUT_CODES: Readonly<Partial<Record<PawapayFailureCode, PawapayFailureCode>>> = {
  insufficient_funds: "provider_account_empty",
  limit_reached: "recipient_limit_reached",
  payer_not_found: "recipient_not_found",
};

/** The failure of a code. The reason ends with the code, so that it can be looked up. */
export function failureOf(code: string, kind: OrderKind): Failure {
  const matched = SHARED.get(code) ?? "provider_error";
  const shared = kind === "collect" ? matched : (PAYOUT_CODES[matched] ?? matched);
  return { code: shared, reason: `${SENTENCES[shared]} (${code.slice(0, 60)})` };
}

/** Whether the account lacks the permission for this kind of order: sending it again would not help. */
export function isForbiddenOperation(code: string): boolean {
  return /^(DEPOSITS|PAYOUTS|REFUNDS)_NOT_ALLOWED$/.test(code);
}
