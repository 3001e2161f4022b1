import type { Tx } from "#db/tx.ts";
import { type FieldErrors, invalid, ServiceError } from "#kernel/errors.ts";
import { KEY_RIGHTS, type KeyRight } from "#kernel/rights.ts";
import { recordAct } from "#resources/acts/record.ts";
import { networkOf } from "#resources/addresses/rules.ts";
import { type Key, type KeyKind, lockById, markRestricted } from "./store.ts";

/**
 * The restrictions of a private key as the caller wrote them. Null means unrestricted; an absent field keeps the
 * present value.
 */
export interface GivenRestriction {
  readonly rights?: readonly string[] | null | undefined;
  /** Addresses and ranges. */
  readonly addresses?: readonly string[] | null | undefined;
}

/** A key's rights, and its addresses as CIDR ranges; null is unrestricted. */
export type Restriction = Pick<Key, "rights" | "addresses">;

// Each request's address is compared with all of them.
export const KEY_ADDRESSES_MAX = 50;

/**
 * Changes the rights and addresses of a private key; every server applies them within a second. Runs as the engine.
 * Throws `not_found`, `conflict` for a revoked key, and `invalid` as `readRestriction` does.
 */
export async function restrictKey(tx: Tx, id: string, given: GivenRestriction, actor: string): Promise<Key> {
  const key = await lockById(tx, id);
  if (!key) throw new ServiceError("not_found", `There is no key ${id}`);
  if (key.revoked_at !== null) throw new ServiceError("conflict", "This key is revoked");
  const before = { rights: key.rights, addresses: key.addresses };
  const after = readRestriction(key.kind, { ...before, ...withoutAbsent(given) });
  if (JSON.stringify(before) === JSON.stringify(after)) return key;
  await markRestricted(tx, key, key.id, after);
  const { merchant, environment } = key;
  await recordAct(tx, { merchant, environment, actor, act: "key.restricted", subject: key.id, before, after });
  return { ...key, ...after };
}

function withoutAbsent({ rights, addresses }: GivenRestriction): GivenRestriction {
  return { ...(rights === undefined ? {} : { rights }), ...(addresses === undefined ? {} : { addresses }) };
}

/**
 * Parses a restriction; absent is null. Throws `invalid` for an unknown right, an invalid address, an empty or too long
 * list, and for a public key.
 */
export function readRestriction(kind: KeyKind, { rights = null, addresses = null }: GivenRestriction): Restriction {
  const problems = restrictionProblems(kind, { rights, addresses });
  if (Object.keys(problems).length > 0) throw new ServiceError("invalid", "Validation failed", problems);
  return {
    rights: rights && KEY_RIGHTS.filter((right) => rights.includes(right)),
    addresses: addresses && rangesIn(addresses),
  };
}

/** All field errors of a restriction. */
export function restrictionProblems(kind: KeyKind, { rights = null, addresses = null }: GivenRestriction): FieldErrors {
  if (kind === "public" && (rights !== null || addresses !== null)) {
    return { kind: ["Only a private key has rights or addresses of its own"] };
  }
  const [no_right, no_address] = [rights && rightsProblem(rights), addresses && addressesProblem(addresses)];
  return { ...(no_right ? { rights: [no_right] } : {}), ...(no_address ? { addresses: [no_address] } : {}) };
}

/** Rights in the order of the catalogue. Throws `invalid` for an empty list and for an unknown name. */
export function readRights(given: readonly string[]): readonly KeyRight[] {
  const problem = rightsProblem(given);
  if (problem !== null) throw invalid("rights", problem);
  return KEY_RIGHTS.filter((right) => given.includes(right));
}

function rightsProblem(given: readonly string[]): string | null {
  if (given.length === 0) return "Give at least one";
  const has_unknown = given.some((name) => !KEY_RIGHTS.some((right) => right === name));
  return has_unknown ? `Use one of: ${KEY_RIGHTS.join(", ")}` : null;
}

function addressesProblem(given: readonly string[]): string | null {
  if (given.length === 0) return "Give at least one";
  const wrong = given.find((text) => !networkOf(text));
  if (wrong !== undefined) return `Enter IP addresses or ranges such as 203.0.113.0/24, not ${wrong}`;
  return rangesIn(given).length > KEY_ADDRESSES_MAX ? `Give at most ${KEY_ADDRESSES_MAX}` : null;
}

function rangesIn(given: readonly string[]): readonly string[] {
  return [...new Set(given.flatMap((text) => networkOf(text) ?? []))];
}
