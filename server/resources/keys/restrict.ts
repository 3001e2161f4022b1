import type { Tx } from "#db/tx.ts";
import { invalid, ServiceError } from "#kernel/errors.ts";
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
  if (kind === "public" && (rights !== null || addresses !== null)) {
    throw invalid("kind", "Only a private key has rights or addresses of its own");
  }
  return { rights: rights && readRights(rights), addresses: addresses && readAddresses(addresses) };
}

/** Rights by their names, in the order of the catalogue. Throws `invalid` for none and for an unknown name. */
export function readRights(given: readonly string[]): readonly KeyRight[] {
  if (given.length === 0) throw invalid("rights", "Give at least one");
  const unknown = given.find((name) => !KEY_RIGHTS.some((right) => right === name));
  if (unknown !== undefined) throw invalid("rights", `Use one of: ${KEY_RIGHTS.join(", ")}`);
  return KEY_RIGHTS.filter((right) => given.includes(right));
}

function readAddresses(given: readonly string[]): readonly string[] {
  if (given.length === 0) throw invalid("addresses", "Give at least one");
  const ranges = given.map((text) => {
    const range = networkOf(text);
    if (!range) throw invalid("addresses", `Enter IP addresses or ranges such as 203.0.113.0/24, not ${text}`);
    return range;
  });
  const distinct = [...new Set(ranges)];
  if (distinct.length > KEY_ADDRESSES_MAX) throw invalid("addresses", `Give at most ${KEY_ADDRESSES_MAX}`);
  return distinct;
}
