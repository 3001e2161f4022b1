import { OneOf, Type } from "./fields.ts";

/** The meaning of a failure code, as `docs/reference/failures.md` shows it. */
export interface FailureMeaning {
  readonly when: string;
  /** The party that can remove the cause of the failure. */
  readonly who: "payer" | "recipient" | "payer or recipient" | "merchant" | "platform operator" | "provider" | "nobody";
  /** Whether the same order, under a new reference, can succeed. */
  readonly send_again: string;
}

const NOT_AS_IT_IS = "no: correct it first";

const CATALOGUE = {
  insufficient_funds: {
    when: "the payer's account does not hold enough money",
    who: "payer",
    send_again: "once the payer has topped up, or from another number",
  },
  insufficient_balance: {
    when: "the merchant's balance did not cover a scheduled transfer at its due time; it was never sent",
    who: "merchant",
    send_again: "once the balance is topped up",
  },
  provider_account_empty: {
    when: "the account at the provider that pays out does not hold enough money",
    who: "platform operator",
    send_again: "once the account is topped up",
  },
  recipient_not_found: {
    when: "the provider has no account for the recipient's number",
    who: "merchant",
    send_again: NOT_AS_IT_IS,
  },
  recipient_not_allowed: {
    when: "the recipient's account is blocked, or may not receive this amount",
    who: "recipient",
    send_again: "once the provider has unblocked the account",
  },
  recipient_limit_reached: {
    when: "the recipient's account has reached a limit",
    who: "recipient",
    send_again: "later, or with a smaller amount",
  },
  name_mismatch: {
    when: "the account belongs to somebody with another name than `expect_name`",
    who: "merchant",
    send_again: NOT_AS_IT_IS,
  },
  name_unavailable: {
    when: "the provider does not give the name of the account's holder, and `expect_name` was set",
    who: "merchant",
    send_again: "only without `expect_name`",
  },
  payer_not_found: {
    when: "the provider has no account for the payer's number",
    who: "payer",
    send_again: "no: from another number",
  },
  payer_not_allowed: {
    when: "the payer's account is blocked, or may not pay this way",
    who: "payer",
    send_again: "once the provider has unblocked the account, or from another number",
  },
  limit_reached: {
    when: "an account has reached a limit: of a payment the payer's, of a transfer or refund either of the two",
    who: "payer or recipient",
    send_again: "later, or with a smaller amount",
  },
  amount_out_of_range: {
    when: "the provider does not accept an amount this small or this large",
    who: "merchant",
    send_again: "no: with another amount",
  },
  rejected_by_payer: {
    when: "the request was refused on the phone",
    who: "payer",
    send_again: "yes, if the payer agrees",
  },
  expired: {
    when: "the request was not confirmed on the phone in time",
    who: "payer",
    send_again: "yes",
  },
  canceled: {
    when: "the transaction was canceled at the provider",
    who: "payer",
    send_again: "yes",
  },
  provider_configuration: {
    when: "the provider refused the merchant account or its settings",
    who: "platform operator",
    send_again: "once the account is corrected",
  },
  provider_error: {
    when: "the provider could not carry out the transaction, or gave a reason that Kolo does not know",
    who: "provider",
    send_again: "yes, later",
  },
  provider_unavailable: {
    when: "the provider could not be reached, or did not take the request, before the payment expired",
    who: "provider",
    send_again: "yes, later",
  },
  refused_by_screening: {
    when: "the platform operator's screening, or a person after it, refused the order",
    who: "platform operator",
    send_again: "no: ask the platform operator",
  },
  rejected_by_approver: {
    when: "a second person rejected the refund; it was never sent",
    who: "merchant",
    send_again: "yes, if that person agrees",
  },
  resolved_as_failed: {
    when: "the provider gave no clear answer, and a platform operator found that no money moved",
    who: "nobody",
    send_again: "yes",
  },
} as const satisfies Readonly<Record<string, FailureMeaning>>;

/**
 * Why a transfer, a payment or a refund failed. The code is stored with its row, so a code is never renamed or reused.
 */
export type FailureCode = keyof typeof CATALOGUE;

/** A definite failure: no money moved. Each plug-in maps its provider's codes to ours in its `reasons.ts`. */
export interface Failure {
  readonly code: FailureCode;
  /** The cause in one sentence for the merchant, followed by the provider's own code. */
  readonly reason: string;
}

export const FAILURE_MEANINGS: Readonly<Record<FailureCode, FailureMeaning>> = CATALOGUE;

export const FAILURE_CODES: readonly FailureCode[] = namesOf(CATALOGUE);

function namesOf<Name extends string>(record: Readonly<Record<Name, unknown>>): readonly Name[] {
  const names: Name[] = [];
  for (const name in record) names.push(name);
  return names;
}

/**
 * The field `failure_code` of an answer. The serializer uses only its `type`. The OpenAPI document shows `x-nullable`:
 * the named list of codes, or null.
 */
export const FailureCodeField = Type.Unsafe<FailureCode | null>({
  type: ["string", "null"],
  "x-nullable": OneOf(FAILURE_CODES, {
    title: "FailureCode",
    description: "Why it failed. `docs/reference/failures.md` has the meaning of each code.",
  }),
});
