import type { Tx } from "#db/tx.ts";
import { type FieldErrors, invalid, ServiceError } from "#kernel/errors.ts";
import { KEY_RIGHTS, type KeyRight } from "#kernel/rights.ts";
import { recordAct } from "#resources/acts/record.ts";
import { networkOf } from "#resources/addresses/rules.ts";
import { type Key, type KeyKind, lockById, markRestricted } from "./store.ts";

/** What a private key is to be kept to, as somebody wrote it. What is null keeps it to nothing; what is absent stays. */
export interface GivenRestriction {
  readonly rights?: readonly string[] | null | undefined;
  /** Addresses and ranges. */
  readonly addresses?: readonly string[] | null | undefined;
}

/** What a key may do, and from where, as CIDR ranges; null is everything, and from everywhere. */
export type Restriction = Pick<Key, "rights" | "addresses">;

// A request's address is looked for in all of them.
export const KEY_ADDRESSES_MAX = 50;

/**
 * Keeps a private key to other rights and addresses than before; within a second every server does. Runs as the engine.
 * Throws `not_found`, `conflict` for a key that is revoked, and `invalid` as `readRestriction` does.
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
 * Reads it; absent is null. Throws `invalid` for a right that does not exist, for what is no address, for a list of none or
 * of too many, and for a public key.
 */
export function readRestriction(kind: KeyKind, { rights = null, addresses = null }: GivenRestriction): Restriction {
  const problems = restrictionProblems(kind, { rights, addresses });
  if (Object.keys(problems).length > 0) throw new ServiceError("invalid", "Validation failed", problems);
  return {
    rights: rights && KEY_RIGHTS.filter((right) => rights.includes(right)),
    addresses: addresses && rangesIn(addresses),
  };
}

/** All that is wrong with it, by field. */
export function restrictionProblems(kind: KeyKind, { rights = null, addresses = null }: GivenRestriction): FieldErrors {
  if (kind === "public" && (rights !== null || addresses !== null)) {
    return { kind: ["Only a private key has rights or addresses of its own"] };
  }
  const [no_right, no_address] = [rights && rightsProblem(rights), addresses && addressesProblem(addresses)];
  return { ...(no_right ? { rights: [no_right] } : {}), ...(no_address ? { addresses: [no_address] } : {}) };
}

/** Rights by their names, in the order of the catalogue. Throws `invalid` for none and for an unknown name. */
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
