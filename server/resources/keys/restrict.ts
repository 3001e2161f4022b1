import { invalid } from "#kernel/errors.ts";
import { KEY_RIGHTS, type KeyRight } from "#kernel/rights.ts";
import type { KeyKind } from "./store.ts";

/** What a private key is to be kept from, as somebody wrote it; what is absent or null keeps it from nothing. */
export interface GivenRestriction {
  readonly rights?: readonly string[] | null | undefined;
}

/** What a key may do; null is everything. */
export interface Restriction {
  readonly rights: readonly KeyRight[] | null;
}

/** Reads it. Throws `invalid` for a right that does not exist, for none at all, and for a public key. */
export function readRestriction(kind: KeyKind, given: GivenRestriction): Restriction {
  const rights = given.rights ?? null;
  if (kind === "public" && rights !== null) throw invalid("kind", "Only a private key has rights");
  return { rights: rights && readRights(rights) };
}

function readRights(given: readonly string[]): readonly KeyRight[] {
  if (given.length === 0) throw invalid("rights", "Give at least one");
  const unknown = given.find((name) => !KEY_RIGHTS.some((right) => right === name));
  if (unknown !== undefined) throw invalid("rights", `Use one of: ${KEY_RIGHTS.join(", ")}`);
  return KEY_RIGHTS.filter((right) => given.includes(right));
}
