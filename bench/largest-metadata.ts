import { METADATA } from "#server/kernel/metadata.ts";

const VALUES_EACH = 140;

/** Returns metadata of nearly 16 KiB with as many values as fit: the most expensive to parse, store and serialize. */
export function largestMetadata(): object {
  const names = Array.from({ length: METADATA.names_max }, (_, index) => `name ${index}`);
  const list = Array.from({ length: VALUES_EACH }, () => 1);
  return Object.fromEntries(names.map((name) => [name, list]));
}
