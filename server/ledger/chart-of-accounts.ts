/**
 * The chart of accounts. Each account exists per merchant, environment and currency, so every entry stays within one
 * merchant.
 *
 * A balance is credits less debits. The merchant's money (`available`, `reserved`) and the earnings of the house, the
 * company that runs Kolo (`fees`), are positive. So is money held for other merchants (`escrow`). Money that the house
 * holds elsewhere (`provider:…`, `funding`), its costs (`charges` of providers, and the `taxes` on them), and the
 * merchant's debt to it (`debt`), are negative balances. The sum over an environment and currency is always zero.
 */
export type AccountName =
  | "available"
  | "reserved"
  | "escrow"
  | "clearing"
  | "fees"
  | "charges"
  | "taxes"
  | "funding"
  | "suspense"
  | "debt"
  | `provider:${string}`;

/** The account for this environment's money at a provider. */
export function providerAccount(provider: string): AccountName {
  return `provider:${provider}`;
}

/**
 * The kinds of entries, each with its inverse kind; `README.md` describes them. A subject (an order) has at most one
 * `hold`, which one `settle` or `release` ends.
 *
 * `part_out` and `part_in` move a part of a split payment between two merchants: one entry in the books of each, both
 * against `clearing`. `escrow_in` and `escrow_out` hold a part until its release.
 *
 * `is_reversible` is false for kinds that no person can reverse. The order's end releases a `hold`, and a review
 * corrects a `release`. `advance` and `repay` undo each other. A charge is corrected by the order's next known charge.
 * Refunds and releases move the parts of a payment.
 */
export const ENTRY_KINDS = {
  hold: { inverse: "release", is_reversible: false },
  settle: { inverse: "reverse", is_reversible: true },
  settle_fee: { inverse: "reverse", is_reversible: true },
  release: { inverse: "correct", is_reversible: false },
  fund: { inverse: "reverse", is_reversible: true },
  collect: { inverse: "reverse", is_reversible: true },
  collect_fee: { inverse: "reverse", is_reversible: true },
  charge: { inverse: "correct_charge", is_reversible: false },
  charge_tax: { inverse: "correct_tax", is_reversible: false },
  correct_charge: { inverse: "correct_charge", is_reversible: false },
  correct_tax: { inverse: "correct_tax", is_reversible: false },
  correct: { inverse: "reverse", is_reversible: true },
  reverse: { inverse: "reverse", is_reversible: true },
  adjust: { inverse: "reverse", is_reversible: true },
  sweep: { inverse: "reverse", is_reversible: true },
  advance: { inverse: "repay", is_reversible: false },
  repay: { inverse: "advance", is_reversible: false },
  escrow_in: { inverse: "escrow_out", is_reversible: false },
  escrow_out: { inverse: "escrow_in", is_reversible: false },
  part_out: { inverse: "part_in", is_reversible: false },
  part_in: { inverse: "part_out", is_reversible: false },
} as const;

export type EntryKind = keyof typeof ENTRY_KINDS;

/** The kinds of entries between house accounts only: they never change the merchant's balance. */
export type HouseEntryKind = "charge" | "charge_tax" | "correct_charge" | "correct_tax" | "sweep";

/** The two accounts of an entry. */
export interface EntryAccounts {
  readonly debit: AccountName;
  readonly credit: AccountName;
}

/**
 * The accounts of a reversal: debit and credit exchanged. A settled hold does not reopen, so `available` replaces
 * `reserved`.
 */
export function reversedAccounts({ debit, credit }: EntryAccounts): EntryAccounts {
  const spendable = (name: AccountName): AccountName => (name === "reserved" ? "available" : name);
  return { debit: spendable(credit), credit: spendable(debit) };
}
