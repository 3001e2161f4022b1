import type { FailureCode } from "#kernel/failure-codes.ts";
import type { Failure, OrderKind } from "#providers/provider.ts";

const SENTENCES = {
  insufficient_funds: "The payer's M-Pesa account does not hold enough money",
  provider_account_empty: "The M-Pesa account that pays out does not hold enough money",
  recipient_not_found: "The recipient's number has no M-Pesa account",
  recipient_limit_reached: "The recipient's M-Pesa account has reached a limit",
  payer_not_found: "The payer's number has no M-Pesa account",
  rejected_by_payer: "The request was refused on the phone, or the PIN was wrong",
  expired: "The request was not confirmed on the phone in time",
  amount_out_of_range: "M-Pesa does not accept this amount",
  provider_configuration: "Safaricom refused the account or its settings",
  provider_error: "M-Pesa could not carry out the transaction",
} as const satisfies Readonly<Partial<Record<FailureCode, string>>>;

type DarajaFailureCode = keyof typeof SENTENCES;
type Codes = Readonly<Record<string, DarajaFailureCode>>;

// An amount with cents is refused before it is sent. A field is refused by Safaricom's gateway, before M-Pesa has it.
const OWN_CODES: Codes = {
  CENTS: "amount_out_of_range",
  INVALID_AMOUNT: "amount_out_of_range",
  INVALID_REQUEST: "provider_configuration",
};

/** The result codes of an STK push. 4999 is not among them: the payer has not answered yet. */
export const PUSH_CODES: Codes = {
  ...OWN_CODES,
  INVALID_NUMBER: "payer_not_found",
  "1": "insufficient_funds",
  // Sources differ: a limit of the payer, or an internal error.
  "17": "provider_error",
  "1001": "provider_error",
  "1019": "expired",
  "1025": "provider_error",
  "1032": "rejected_by_payer",
  "1037": "expired",
  "2001": "rejected_by_payer",
  "9999": "provider_error",
};

/** The result codes of a B2C payment, and the final states that a status query reports. */
export const PAYOUT_CODES: Codes = {
  ...OWN_CODES,
  INVALID_NUMBER: "recipient_not_found",
  "1": "provider_account_empty",
  "2": "amount_out_of_range",
  "3": "amount_out_of_range",
  "4": "recipient_limit_reached",
  "8": "recipient_limit_reached",
  "11": "provider_configuration",
  "21": "provider_configuration",
  "2001": "provider_configuration",
  // The account that is not active may be either of the two.
  "2006": "provider_error",
  "2028": "provider_configuration",
  "2040": "recipient_not_found",
  "8006": "provider_configuration",
  SFC_IC0003: "recipient_not_found",
  Cancelled: "provider_error",
  Declined: "provider_error",
  Expired: "provider_error",
};

// Maps: a code such as `constructor` would match a property that every object inherits.
const PUSH = new Map(Object.entries(PUSH_CODES));
const PAYOUT = new Map(Object.entries(PAYOUT_CODES));

/** Whether the code is known to mean that no money moved. Safaricom's lists are incomplete, so others prove nothing. */
export function isFailure(code: string, kind: OrderKind): boolean {
  return codesOf(kind).has(code);
}

/** The failure of a code. The reason ends with the code, so that it can be looked up. */
export function failureOf(code: string, kind: OrderKind): Failure {
  const shared = codesOf(kind).get(code) ?? "provider_error";
  return { code: shared, reason: `${SENTENCES[shared]} (${code.slice(0, 60)})` };
}

function codesOf(kind: OrderKind): ReadonlyMap<string, DarajaFailureCode> {
  return kind === "collect" ? PUSH : PAYOUT;
}
