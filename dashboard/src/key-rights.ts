/** The rights of a private key: for each noun, reading and writing. A browser test compares it with the service's list. */
export const KEY_NOUNS = [
  ["payments", ["read", "write"]],
  ["payment_links", ["read", "write"]],
  ["refunds", ["read", "write"]],
  ["customers", ["read", "write"]],
  ["transfers", ["read", "write"]],
  ["beneficiaries", ["read", "write"]],
  ["balance", ["read"]],
  ["webhooks", ["read", "write"]],
  ["events", ["read"]],
] as const;

export type KeyNoun = (typeof KEY_NOUNS)[number][0];
export type KeyDeed = "read" | "write";

/** Groups rights by noun, in the order above; omits nouns without a right. */
export function rightsByNoun(rights: readonly string[]): readonly (readonly [KeyNoun, readonly KeyDeed[]])[] {
  return KEY_NOUNS.flatMap(([noun, deeds]) => {
    const held = deeds.filter((deed) => rights.includes(`${noun}:${deed}`));
    return held.length === 0 ? [] : [[noun, held] as const];
  });
}
