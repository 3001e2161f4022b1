import type { Tx } from "#db/tx.ts";
import { type FieldError, type FieldErrors, fieldError, ServiceError } from "#kernel/errors.ts";
import { parseOrigin } from "#kernel/origins.ts";
import { KEY_RIGHTS, type KeyRight } from "#kernel/rights.ts";
import type { Environment } from "#kernel/scope.ts";
import { parseNetwork } from "#resources/addresses/rules.ts";
import { recordAuditEntry } from "#resources/audit-log/record.ts";
import { type Key, lockById, markRestricted } from "./store.ts";

/**
 * The restrictions of a private or publishable key in a request. Null removes a restriction; an absent field keeps its
 * present value.
 */
export interface RestrictionInput {
  readonly rights?: readonly string[] | null | undefined;
  /** Addresses and ranges. */
  readonly addresses?: readonly string[] | null | undefined;
  /** Origins of web pages and schemes of apps, for a publishable key. */
  readonly origins?: readonly string[] | null | undefined;
}

/**
 * A key's rights, its addresses as CIDR ranges, and its origins. Null is unrestricted; only a publishable key has
 * origins, and it always has the list.
 */
export type Restriction = Pick<Key, "rights" | "addresses" | "origins">;

// Each request's address is compared with all of these ranges.
export const KEY_ADDRESSES_MAX = 50;
export const KEY_ORIGINS_MAX = 20;

/**
 * Changes the rights and addresses of a private key, or the origins of a publishable key; every server applies them within a second. Runs as the engine.
 * Throws `not_found`, `conflict` for a revoked key, and `invalid` as `parseRestriction` does.
 */
export async function restrictKey(tx: Tx, id: string, input: RestrictionInput, actor: string): Promise<Key> {
  const key = await lockById(tx, id);
  if (!key) throw new ServiceError("key_not_found", `There is no key ${id}`);
  if (key.revoked_at !== null) throw new ServiceError("key_revoked", "This key is revoked");
  const before = { rights: key.rights, addresses: key.addresses, origins: key.origins };
  const after = parseRestriction(key, { ...before, ...withoutAbsent(input) });
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

function withoutAbsent(input: RestrictionInput): RestrictionInput {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
}

/** The kind and environment decide which restrictions a key may have. */
type KeyOfRestriction = Pick<Key, "kind" | "environment">;

/**
 * Parses a restriction; an absent field is null. Throws `invalid` for an unknown right, an invalid address or origin, an
 * empty or too long list, and for a restriction that a key of this kind does not have.
 */
export function parseRestriction(
  key: KeyOfRestriction,
  { rights = null, addresses = null, origins = null }: RestrictionInput,
): Restriction {
  const problems = validateRestriction(key, { rights, addresses, origins });
  if (Object.keys(problems).length > 0)
    throw new ServiceError("validation_failed", "Validation failed", { fields: problems });
  return {
    rights: rights && KEY_RIGHTS.filter((right) => rights.includes(right)),
    addresses: addresses && parseRanges(addresses),
    origins: key.kind === "publishable" ? parseOrigins(origins ?? [], key.environment) : null,
  };
}

/** Returns all field errors of a restriction. */
export function validateRestriction(
  { kind, environment }: KeyOfRestriction,
  { rights = null, addresses = null, origins = null }: RestrictionInput,
): FieldErrors {
  const kind_errors = [
    ...(kind !== "private" && (rights !== null || addresses !== null)
      ? [fieldError("restriction_of_public_key", "Only a private key has rights or addresses of its own")]
      : []),
    ...(kind !== "publishable" && origins !== null
      ? [fieldError("origins_of_other_key", "Only a publishable key has origins")]
      : []),
  ];
  if (kind_errors.length > 0) return { kind: kind_errors };
  const origins_error = origins && validateOrigins(origins, environment);
  const [rights_error, addresses_error] = [rights && validateRights(rights), addresses && validateAddresses(addresses)];
  return {
    ...(rights_error ? { rights: [rights_error] } : {}),
    ...(addresses_error ? { addresses: [addresses_error] } : {}),
    ...(origins_error ? { origins: [origins_error] } : {}),
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

function validateOrigins(texts: readonly string[], environment: Environment): FieldError | null {
  const invalid_text = texts.find((text) => parseOrigin(text, environment) === null);
  if (invalid_text !== undefined) {
    const examples = "https://shop.example.cm, or an app's scheme such as com.example.shop://";
    return fieldError("origin_invalid", `Enter an origin such as ${examples}, not ${invalid_text}`, {
      origin: invalid_text,
    });
  }
  return parseOrigins(texts, environment).length > KEY_ORIGINS_MAX
    ? fieldError("too_many", `Give at most ${KEY_ORIGINS_MAX}`, { maximum: KEY_ORIGINS_MAX })
    : null;
}

function parseOrigins(texts: readonly string[], environment: Environment): readonly string[] {
  return [...new Set(texts.flatMap((text) => parseOrigin(text, environment) ?? []))];
}
