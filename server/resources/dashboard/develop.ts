import type { Tx } from "#db/tx.ts";
import { assert, type FieldErrors, ServiceError } from "#kernel/errors.ts";
import { recordIn } from "#kernel/fields.ts";
import type { Person, Scope } from "#kernel/scope.ts";
import { startOfDay } from "#kernel/time.ts";
import { allowAddress as allow, forbidAddress as forbid, RANGE_WANTED } from "#resources/addresses/allow.ts";
import { networkOf } from "#resources/addresses/rules.ts";
import { type Address, list as listAddresses } from "#resources/addresses/store.ts";
import { list as listFees } from "#resources/fees/store.ts";
import { createKey } from "#resources/keys/create.ts";
import { expiryOf } from "#resources/keys/expiry.ts";
import { requireGrant } from "#resources/keys/require-grant.ts";
import { restrictionProblems, restrictKey } from "#resources/keys/restrict.ts";
import { revokeKey } from "#resources/keys/revoke.ts";
import { findById, isGrantRequired, list as listKeys } from "#resources/keys/store.ts";
import { find as findMerchant } from "#resources/merchants/store.ts";
import { mailAddressList } from "#resources/people/authentication.ts";
import { listRequests, retrieveRequest } from "#resources/requests/look.ts";
import type { FeeShown, KeyChanges, MadeKeys, NewKeys, ShownKey } from "./schema.ts";

/** The keys of one environment, the newest first, without their secrets. */
export async function keysOf(tx: Tx, { merchant, environment }: Scope): Promise<readonly ShownKey[]> {
  const keys = (await listKeys(tx, merchant)).filter((key) => key.environment === environment);
  return keys
    .map(({ id, kind, name, hint, created_at, expires_at, revoked_at, last_used_at, rights, addresses }) => ({
      ...{ id, kind, name, hint, created_at, expires_at, revoked_at, last_used_at },
      rights: rights && [...rights],
      addresses: addresses && [...addresses],
    }))
    .reverse();
}

/**
 * Creates a pair of keys, or one, and returns their texts once. Rights and addresses apply to the private key. Runs as
 * the engine. Throws `bad_request` for a past day, and `invalid` for an unknown right or invalid address.
 */
export async function makeKeys(tx: Tx, scope: Scope, given: NewKeys, actor: string): Promise<MadeKeys> {
  const { expires_on } = given;
  const expires_at = expires_on === undefined ? null : await expiryOf(tx, scope.merchant, expires_on);
  if (expires_on !== undefined && expires_at === null) {
    const others = restrictionProblems(given.kind === "public" ? "public" : "private", given);
    throw new ServiceError("bad_request", "Validation failed", { expires_on: ["Enter a day after today"], ...others });
  }
  const made: { public_key?: string; private_key?: string } = {};
  const kinds = given.kind === "both" ? (["public", "private"] as const) : [given.kind];
  for (const kind of kinds) {
    const { rights, addresses } = given.kind === "both" && kind === "public" ? NOTHING : given;
    const { text } = await createKey(tx, { scope, kind, name: given.name, expires_at, rights, addresses }, actor);
    made[`${kind}_key`] = text;
  }
  return made;
}

const NOTHING: KeyChanges = {};

/** Field errors of the rights, addresses and day, whatever other errors the form has. */
function keyProblems(body: unknown): FieldErrors {
  const { kind, rights, addresses, expires_on } = recordIn(body);
  const given = { rights: textsIn(rights), addresses: textsIn(addresses) };
  const is_no_day = typeof expires_on === "string" && startOfDay(expires_on) === null;
  return {
    ...restrictionProblems(kind === "public" ? "public" : "private", given),
    ...(is_no_day ? { expires_on: ["Enter a day as YYYY-MM-DD"] } : {}),
  };
}

/** The field error of a range for the address list. */
function rangeProblem(body: unknown): FieldErrors {
  const { range } = recordIn(body);
  return typeof range === "string" && networkOf(range) === null ? { range: [RANGE_WANTED] } : {};
}

/** The verb's own refusals, by operation, so that one response lists all field errors of a body. */
export const FORESEEN: Readonly<Record<string, (body: unknown) => FieldErrors>> = {
  "POST /keys": keyProblems,
  "POST /addresses": rangeProblem,
};

function textsIn(value: unknown): readonly string[] | null {
  return Array.isArray(value) && value.every((item) => typeof item === "string") ? value : null;
}

/** Changes the restrictions of a key of this merchant and environment. Runs as the engine. Throws as `restrictKey` does. */
export async function changeKey(
  tx: Tx,
  scope: Scope,
  id: string,
  { rights, addresses }: KeyChanges,
  actor: string,
): Promise<void> {
  await checkOwn(tx, scope, id);
  await restrictKey(tx, id, { rights: rights ?? null, addresses: addresses ?? null }, actor);
}

/** Revokes a key of this merchant and environment. Runs as the engine. Throws `not_found`. */
export async function endKey(tx: Tx, scope: Scope, id: string, actor: string): Promise<void> {
  await checkOwn(tx, scope, id);
  await revokeKey(tx, id, actor);
}

async function checkOwn(tx: Tx, scope: Scope, id: string): Promise<void> {
  const key = await findById(tx, id);
  if (key?.merchant !== scope.merchant || key.environment !== scope.environment) {
    throw new ServiceError("not_found", "Key not found");
  }
}

/** The merchant's fees, with the currency of their fixed parts. */
export async function feesOf(tx: Tx, scope: Scope): Promise<{ readonly currency: string; readonly items: FeeShown[] }> {
  const merchant = await findMerchant(tx, scope.merchant);
  assert(merchant, "who looks belongs to a merchant");
  const fees = await listFees(tx, scope);
  return {
    currency: merchant.currency,
    items: fees.map(({ kind, channel, percent_bp, fixed, minimum, maximum }) => ({
      ...{ kind, channel, percent_bp, fixed, minimum },
      maximum: maximum === null ? null : Number(maximum),
    })),
  };
}

export async function addressesOf(tx: Tx, scope: Scope): Promise<readonly Address[]> {
  return listAddresses(tx, scope);
}

/** The person who changes the address list, and whether mail to the owners is possible. */
interface Change {
  readonly actor: string;
  readonly person: Person;
  readonly has_mail: boolean;
}

export async function allowAddress(
  tx: Tx,
  scope: Scope,
  given: { readonly range: string; readonly note?: string },
  { actor, person, has_mail }: Change,
): Promise<void> {
  const range = await allow(tx, scope, given.range, given.note ?? null, actor);
  if (has_mail) await mailAddressList(tx, scope, { range, is_allowed: true, by: person.name });
}

export async function forbidAddress(
  tx: Tx,
  scope: Scope,
  given: string,
  { actor, person, has_mail }: Change,
): Promise<void> {
  const range = await forbid(tx, scope, given, actor);
  if (has_mail) await mailAddressList(tx, scope, { range, is_allowed: false, by: person.name });
}

export { isGrantRequired, listRequests, requireGrant, retrieveRequest };
