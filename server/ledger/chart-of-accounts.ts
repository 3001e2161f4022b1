/**
 * The chart of accounts. Each account exists per merchant, environment and currency, so every entry stays within one
 * merchant.
 *
 * A balance is credits less debits. The merchant's money (`available`, `reserved`) and the house's earnings (`fees`)
 * are positive. Money the house holds elsewhere (`provider:…`, `funding`) is negative by as much. The sum over an
 * environment and currency is always zero.
 */
export type AccountName = "available" | "reserved" | "fees" | "funding" | "suspense" | `provider:${string}`;

/** The account for this environment's money at a provider. */
export function providerAccount(provider: string): AccountName {
  return `provider:${provider}`;
}

/**
 * The kinds of entries, described in `README.md`. A subject has one `hold`, which ends once, in `settle` or `release`.
 */
export type EntryKind = "hold" | "settle" | "settle_fee" | "release" | "fund" | "collect" | "collect_fee" | "correct";
