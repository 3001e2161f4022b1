/**
 * The chart of accounts. Each exists per merchant, environment and currency, so every entry stays within one merchant.
 *
 * A balance is credits less debits. What belongs to the merchant (`available`, `reserved`) and what the house earned
 * (`fees`) is positive; what the house holds elsewhere (`provider:…`, `funding`) is negative by as much. The sum over
 * an environment and currency is always zero.
 */
export type AccountName = "available" | "reserved" | "fees" | "funding" | "suspense" | `provider:${string}`;

/** The money of this environment that lies at a provider. */
export function providerAccount(provider: string): AccountName {
  return `provider:${provider}`;
}

/** What happened, in the words of `README.md`: `hold` is made once per subject and ends once, in `settle` or `release`. */
export type EntryKind = "hold" | "settle" | "settle_fee" | "release" | "fund" | "collect" | "collect_fee" | "correct";
