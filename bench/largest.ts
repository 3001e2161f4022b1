import { METADATA } from "#server/kernel/metadata.ts";

const VALUES_EACH = 140;

/** Metadata of nearly 16 KiB, of as many values as fit: the dearest to read, to keep and to write. */
export function largestMetadata(): object {
  const names = Array.from({ length: METADATA.names_max }, (_, place) => `name ${place}`);
  const list = Array.from({ length: VALUES_EACH }, () => 1);
  return Object.fromEntries(names.map((name) => [name, list]));
}
