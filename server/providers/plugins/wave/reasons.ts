import type { FailureCode } from "#kernel/failure-codes.ts";
import type { Failure, OrderKind } from "#providers/provider.ts";

const SENTENCES = {
  insufficient_funds: "The payer's account does not hold enough money",
  provider_account_empty: "The wallet at Wave does not hold enough money",
  recipient_limit_reached: "The recipient's account has reached a limit",
  recipient_not_allowed: "The recipient's account is blocked, or may not receive money",
  payer_not_allowed: "The payer's account is blocked, or may not pay this way",
  rejected_by_payer: "The payment was canceled on Wave's page",
  expired: "The payment was not made on Wave's page in time",
  amount_out_of_range: "Wave refunds only the whole amount of a payment",
  provider_configuration: "Wave refused the account or its settings",
  provider_error: "Wave could not carry out the transaction",
} as const satisfies Readonly<Partial<Record<FailureCode, string>>>;

type WaveFailureCode = keyof typeof SENTENCES;

const CONFIGURATION = [
  ...["request-validation-error", "country-mismatch", "currency-mismatch", "aggregated-merchant-required"],
  // The limit of the business's own wallet: the owner must give Wave more documents.
  "kyb-limits-exceeded",
];
const RECIPIENT = ["recipient-account-blocked", "recipient-account-inactive", "recipient-minor"];
const PAYER = [
  ...["blocked-account", "cross-border-payment-not-allowed", "customer-age-restricted", "payer-mobile-mismatch"],
];

/** A partial refund: Wave has none, so it is refused before anything is sent. */
export const PARTIAL_REFUND = "partial-refund";

/** Wave's codes, mapped to the shared codes. Any other code counts as `provider_error`. */
export const CODES: Readonly<Record<string, WaveFailureCode>> = {
  "insufficient-funds": "insufficient_funds",
  "recipient-limit-exceeded": "recipient_limit_reached",
  cancelled: "rejected_by_payer",
  expired: "expired",
  [PARTIAL_REFUND]: "amount_out_of_range",
  ...shared(CONFIGURATION, "provider_configuration"),
  ...shared(RECIPIENT, "recipient_not_allowed"),
  ...shared(PAYER, "payer_not_allowed"),
};

function shared(codes: readonly string[], failure: WaveFailureCode): Record<string, WaveFailureCode> {
  return Object.fromEntries(codes.map((code) => [code, failure]));
}

// A Map: a provider's code such as `constructor` would match a property that every object inherits.
const SHARED = new Map(Object.entries(CODES));

/** The failure of a code. The reason ends with the code, so that it can be looked up. */
export function failureOf(code: string, kind: OrderKind): Failure {
  const matched = SHARED.get(code) ?? "provider_error";
  // In a payout or a refund the money is missing in our own wallet.
  const failure = matched === "insufficient_funds" && kind !== "collect" ? "provider_account_empty" : matched;
  return { code: failure, reason: `${SENTENCES[failure]} (${code.slice(0, 60)})` };
}
