import type { Tx } from "#db/tx.ts";
import { assert, type FieldErrors, fieldError, ServiceError } from "#kernel/errors.ts";
import { asRecord } from "#kernel/fields.ts";
import type { Person, Scope } from "#kernel/scope.ts";
import { startOfDay } from "#kernel/time.ts";
import { allowAddress as allow, disallowAddress as forbid, INVALID_RANGE_MESSAGE } from "#resources/addresses/allow.ts";
import { parseNetwork } from "#resources/addresses/rules.ts";
import { type AllowedAddress, list as listAddresses } from "#resources/addresses/store.ts";
import { list as listFees } from "#resources/fees/store.ts";
import { createKey } from "#resources/keys/create.ts";
import { parseExpiryDay } from "#resources/keys/expiry.ts";
import { setGrantRequired } from "#resources/keys/require-grant.ts";
import { restrictKey, validateRestriction } from "#resources/keys/restrict.ts";
import { revokeKey } from "#resources/keys/revoke.ts";
import { findById, isGrantRequired, type KeyKind, list as listKeys } from "#resources/keys/store.ts";
import { find as findMerchant } from "#resources/merchants/store.ts";
import { listRequests, retrieveRequest } from "#resources/request-log/retrieve.ts";
import { mailAddressListChange } from "#resources/users/security-events.ts";
import type { CreatedKeys, FeeView, KeyChanges, KeyView, NewKeys } from "./schema.ts";

/** Returns the keys of one environment, the newest first, without their secrets. */
export async function presentKeys(tx: Tx, { merchant, environment }: Scope): Promise<readonly KeyView[]> {
  const keys = (await listKeys(tx, merchant)).filter((key) => key.environment === environment);
  return keys
    .map(({ id, kind, name, hint, created_at, expires_at, revoked_at, last_used_at, rights, addresses, origins }) => ({
      ...{ id, kind, name, hint, created_at, expires_at, revoked_at, last_used_at },
      rights: rights && [...rights],
      addresses: addresses && [...addresses],
      origins: origins && [...origins],
    }))
    .reverse();
}

/**
 * Creates a pair of keys, or one key, and returns the key texts, which are shown only once. Rights and addresses apply
 * to the private key. Runs as the engine. Throws `bad_request` for a past day, and `invalid` for an unknown right or
 * invalid address.
 */
export async function createKeys(tx: Tx, scope: Scope, input: NewKeys, actor: string): Promise<CreatedKeys> {
  const { expires_on } = input;
  const expires_at = expires_on === undefined ? null : await parseExpiryDay(tx, scope.merchant, expires_on);
  if (expires_on !== undefined && expires_at === null) {
    const other_errors = validateRestriction({ ...scope, kind: singleKind(input.kind) }, input);
    throw new ServiceError("invalid_request", "Validation failed", {
      fields: {
        expires_on: [fieldError("day_not_in_future", "Enter a day after today")],
        ...other_errors,
      },
    });
  }
  const created: { public_key?: string; private_key?: string; publishable_key?: string } = {};
  const kinds = input.kind === "both" ? (["public", "private"] as const) : [input.kind];
  for (const kind of kinds) {
    const { rights, addresses, origins } = input.kind === "both" && kind === "public" ? UNRESTRICTED : input;
    const restriction = { rights, addresses, origins };
    const { text } = await createKey(tx, { scope, kind, name: input.name, expires_at, ...restriction }, actor);
    created[`${kind}_key`] = text;
  }
  return created;
}

const UNRESTRICTED: KeyChanges = {};

/** Returns the field errors of the rights, addresses and day, even if the schema refuses other fields. */
function validateNewKeys(body: unknown): FieldErrors {
  const { kind, rights, addresses, origins, expires_on } = asRecord(body);
  const restrictions = {
    ...{ rights: textListOf(rights), addresses: textListOf(addresses), origins: textListOf(origins) },
  };
  const is_invalid_day = typeof expires_on === "string" && startOfDay(expires_on) === null;
  return {
    // Whether an origin without HTTPS is allowed depends on the environment; creating the key decides it.
    ...validateRestriction({ kind: singleKind(kind), environment: "test" }, restrictions),
    ...(is_invalid_day ? { expires_on: [fieldError("invalid_day", "Enter a day as YYYY-MM-DD")] } : {}),
  };
}

/** Returns the field error of an invalid range for the address list. */
function validateRange(body: unknown): FieldErrors {
  const { range } = asRecord(body);
  return typeof range === "string" && parseNetwork(range) === null
    ? { range: [fieldError("address_invalid", INVALID_RANGE_MESSAGE, { address: range })] }
    : {};
}

/** Validators by operation. They run beside the schema, so that one response lists all field errors of a body. */
export const BODY_VALIDATORS: Readonly<Record<string, (body: unknown) => FieldErrors>> = {
  "POST /keys": validateNewKeys,
  "POST /addresses": validateRange,
};

/** The kind of key to which the restrictions of the request apply. */
function singleKind(kind: unknown): KeyKind {
  return kind === "public" || kind === "publishable" ? kind : "private";
}

function textListOf(value: unknown): readonly string[] | null {
  return Array.isArray(value) && value.every((item) => typeof item === "string") ? value : null;
}

/**
 * Changes the restrictions of a key of this merchant and environment. Runs as the engine. Throws as `restrictKey` does.
 */
export async function restrictKeyOf(
  tx: Tx,
  scope: Scope,
  id: string,
  { rights, addresses, origins }: KeyChanges,
  actor: string,
): Promise<void> {
  await requireOwnKey(tx, scope, id);
  const restriction = { rights: rights ?? null, addresses: addresses ?? null, origins: origins ?? null };
  await restrictKey(tx, id, restriction, actor);
}

/** Revokes a key of this merchant and environment. Runs as the engine. Throws `not_found`. */
export async function revokeKeyOf(tx: Tx, scope: Scope, id: string, actor: string): Promise<void> {
  await requireOwnKey(tx, scope, id);
  await revokeKey(tx, id, actor);
}

async function requireOwnKey(tx: Tx, scope: Scope, id: string): Promise<void> {
  const key = await findById(tx, id);
  if (key?.merchant !== scope.merchant || key.environment !== scope.environment) {
    throw new ServiceError("key_not_found", "Key not found");
  }
}

/** Returns the merchant's fees, with the currency of their fixed parts. */
export async function presentFees(
  tx: Tx,
  scope: Scope,
): Promise<{ readonly currency: string; readonly items: FeeView[] }> {
  const merchant = await findMerchant(tx, scope.merchant);
  assert(merchant, "the reader belongs to a merchant");
  const fees = await listFees(tx, scope);
  return {
    currency: merchant.currency,
    items: fees.map(({ kind, channel, percent_bp, fixed, minimum, maximum }) => ({
      ...{ kind, channel, percent_bp, fixed, minimum },
      maximum: maximum === null ? null : Number(maximum),
    })),
  };
}

export async function listAllowedAddresses(tx: Tx, scope: Scope): Promise<readonly AllowedAddress[]> {
  return listAddresses(tx, scope);
}

/** The person who changes the address list, and whether the service can send mail to the owners. */
interface AddressListChange {
  readonly actor: string;
  readonly person: Person;
  readonly has_mail: boolean;
}

export async function allowAddress(
  tx: Tx,
  scope: Scope,
  input: { readonly range: string; readonly note?: string },
  { actor, person, has_mail }: AddressListChange,
): Promise<void> {
  const range = await allow(tx, scope, input.range, input.note ?? null, actor);
  if (has_mail) await mailAddressListChange(tx, scope, { range, is_allowed: true, by: person.name });
}

export async function disallowAddress(
  tx: Tx,
  scope: Scope,
  range_text: string,
  { actor, person, has_mail }: AddressListChange,
): Promise<void> {
  const range = await forbid(tx, scope, range_text, actor);
  if (has_mail) await mailAddressListChange(tx, scope, { range, is_allowed: false, by: person.name });
}

export { isGrantRequired, listRequests, retrieveRequest, setGrantRequired };
