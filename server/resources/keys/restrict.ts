import type { Tx } from "#db/tx.ts";
import { type FieldError, type FieldErrors, fieldError, ServiceError } from "#kernel/errors.ts";
import { KEY_RIGHTS, type KeyRight } from "#kernel/rights.ts";
import { parseNetwork } from "#resources/addresses/rules.ts";
import { recordAuditEntry } from "#resources/audit-log/record.ts";
import { type Key, type KeyKind, lockById, markRestricted } from "./store.ts";

/**
 * The restrictions of a private key in a request. Null removes a restriction; an absent field keeps its present value.
 */
export interface RestrictionInput {
  readonly rights?: readonly string[] | null | undefined;
  /** Addresses and ranges. */
  readonly addresses?: readonly string[] | null | undefined;
}

/** A key's rights, and its addresses as CIDR ranges; null is unrestricted. */
export type Restriction = Pick<Key, "rights" | "addresses">;

// Each request's address is compared with all of these ranges.
export const KEY_ADDRESSES_MAX = 50;

/**
 * Changes the rights and addresses of a private key; every server applies them within a second. Runs as the engine.
 * Throws `not_found`, `conflict` for a revoked key, and `invalid` as `parseRestriction` does.
 */
export async function restrictKey(tx: Tx, id: string, input: RestrictionInput, actor: string): Promise<Key> {
  const key = await lockById(tx, id);
  if (!key) throw new ServiceError("key_not_found", `There is no key ${id}`);
  if (key.revoked_at !== null) throw new ServiceError("key_revoked", "This key is revoked");
  const before = { rights: key.rights, addresses: key.addresses };
  const after = parseRestriction(key.kind, { ...before, ...withoutAbsent(input) });
  if (JSON.stringify(before) === JSON.stringify(after)) return key;
  await markRestricted(tx, key, key.id, after);
  const { merchant, environment } = key;
  await recordAuditEntry(tx, {
    merchant,
    environment,
    actor,
    action: "key.restricted",
    subject: key.id,
    before,
    after,
  });
  return { ...key, ...after };
}

function withoutAbsent({ rights, addresses }: RestrictionInput): RestrictionInput {
  return { ...(rights === undefined ? {} : { rights }), ...(addresses === undefined ? {} : { addresses }) };
}

/**
 * Parses a restriction; an absent field is null. Throws `invalid` for an unknown right, an invalid address, an empty or
 * too long list, and for any restriction of a public key.
 */
export function parseRestriction(kind: KeyKind, { rights = null, addresses = null }: RestrictionInput): Restriction {
  const problems = validateRestriction(kind, { rights, addresses });
  if (Object.keys(problems).length > 0)
    throw new ServiceError("validation_failed", "Validation failed", { fields: problems });
  return {
    rights: rights && KEY_RIGHTS.filter((right) => rights.includes(right)),
    addresses: addresses && parseRanges(addresses),
  };
}

/** Returns all field errors of a restriction. */
export function validateRestriction(kind: KeyKind, { rights = null, addresses = null }: RestrictionInput): FieldErrors {
  if (kind === "public" && (rights !== null || addresses !== null)) {
    return { kind: [fieldError("restriction_of_public_key", "Only a private key has rights or addresses of its own")] };
  }
  const [rights_error, addresses_error] = [rights && validateRights(rights), addresses && validateAddresses(addresses)];
  return {
    ...(rights_error ? { rights: [rights_error] } : {}),
    ...(addresses_error ? { addresses: [addresses_error] } : {}),
  };
}

/** Returns the rights in the order of the catalogue. Throws `invalid` for an empty list and for an unknown name. */
export function parseRights(right_names: readonly string[]): readonly KeyRight[] {
  const problem = validateRights(right_names);
  if (problem !== null)
    throw new ServiceError("validation_failed", "Validation failed", { fields: { rights: [problem] } });
  return KEY_RIGHTS.filter((right) => right_names.includes(right));
}

function validateRights(right_names: readonly string[]): FieldError | null {
  if (right_names.length === 0) return fieldError("too_few", "Give at least one", { minimum: 1 });
  const has_unknown = right_names.some((name) => !KEY_RIGHTS.some((right) => right === name));
  return has_unknown
    ? fieldError("unknown_right", `Use one of: ${KEY_RIGHTS.join(", ")}`, { values: KEY_RIGHTS })
    : null;
}

function validateAddresses(texts: readonly string[]): FieldError | null {
  if (texts.length === 0) return fieldError("too_few", "Give at least one", { minimum: 1 });
  const invalid_text = texts.find((text) => !parseNetwork(text));
  if (invalid_text !== undefined) {
    return fieldError("address_invalid", `Enter IP addresses or ranges such as 203.0.113.0/24, not ${invalid_text}`, {
      address: invalid_text,
    });
  }
  return parseRanges(texts).length > KEY_ADDRESSES_MAX
    ? fieldError("too_many", `Give at most ${KEY_ADDRESSES_MAX}`, { maximum: KEY_ADDRESSES_MAX })
    : null;
}

function parseRanges(texts: readonly string[]): readonly string[] {
  return [...new Set(texts.flatMap((text) => parseNetwork(text) ?? []))];
}
