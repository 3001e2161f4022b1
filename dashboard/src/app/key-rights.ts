/** The rights of a private key, by resource. A browser test compares this list with the service's. */
export const KEY_RESOURCES = [
  ["payments", ["read", "write"]],
  ["payment_links", ["read", "write"]],
  ["refunds", ["read", "write"]],
  ["customers", ["read", "write"]],
  ["transfers", ["read", "write"]],
  ["beneficiaries", ["read", "write"]],
  ["balance", ["read"]],
  ["withdrawals", ["read", "write"]],
  ["webhooks", ["read", "write"]],
  ["events", ["read"]],
] as const;

export type KeyResource = (typeof KEY_RESOURCES)[number][0];
export type KeyAccess = "read" | "write";

/** Groups rights by resource, in the order above; omits resources without a right. */
export function rightsByResource(rights: readonly string[]): readonly (readonly [KeyResource, readonly KeyAccess[]])[] {
  return KEY_RESOURCES.flatMap(([resource, access_kinds]) => {
    const granted = access_kinds.filter((access) => rights.includes(`${resource}:${access}`));
    return granted.length === 0 ? [] : [[resource, granted] as const];
  });
}
