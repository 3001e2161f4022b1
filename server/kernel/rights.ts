/**
 * What a private key may be made to do and no more: a noun of the API, and whether it is looked at or written. To write is
 * not to look: a key that sends transfers sees those it sends, and lists none.
 */
export const KEY_RIGHTS = [
  "payments:read",
  "payments:write",
  "payment_links:read",
  "payment_links:write",
  "refunds:read",
  "refunds:write",
  "customers:read",
  "customers:write",
  "transfers:read",
  "transfers:write",
  "beneficiaries:read",
  "beneficiaries:write",
  "balance:read",
  "webhooks:read",
  "webhooks:write",
  "events:read",
] as const;
export type KeyRight = (typeof KEY_RIGHTS)[number];

/** Those that look and change nothing. */
export const READING_RIGHTS: readonly KeyRight[] = KEY_RIGHTS.filter((right) => right.endsWith(":read"));
