/**
 * The possible rights of a restricted private key: a resource of the API, with read or write. Writing does not include
 * reading. A key that may only write transfers sees those it sends, and cannot list others.
 */
export const KEY_RIGHTS = [
  "payments:read",
  "payments:write",
  "payment_links:read",
  "payment_links:write",
  "invoices:read",
  "invoices:write",
  "refunds:read",
  "refunds:write",
  "releases:write",
  "customers:read",
  "customers:write",
  "transfers:read",
  "transfers:write",
  "beneficiaries:read",
  "beneficiaries:write",
  "balance:read",
  "withdrawals:read",
  "withdrawals:write",
  "webhooks:read",
  "webhooks:write",
  "events:read",
] as const;
export type KeyRight = (typeof KEY_RIGHTS)[number];

/** The read-only rights. */
export const READ_RIGHTS: readonly KeyRight[] = KEY_RIGHTS.filter((right) => right.endsWith(":read"));
