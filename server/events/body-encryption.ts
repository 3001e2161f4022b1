import type { KeyObject } from "node:crypto";
import type { Database } from "#db/pool.ts";
import { inScope, type Sql, sql, type Tx } from "#db/tx.ts";
import { lruCache } from "#kernel/cache.ts";
import { assert } from "#kernel/errors.ts";
import type { Scope } from "#kernel/scope.ts";
import { newSealedKey, openKey, openWith, sealWith } from "#kernel/secrets.ts";

/** An event's body as stored, with its sealed key if the body is sealed. */
export interface StoredBody {
  readonly body: string;
  readonly body_key: string | null;
}

interface EventKey extends Scope {
  readonly id: string;
}

interface StoredDeliveryEvent extends Scope {
  readonly event: string;
  /** The body as stored. */
  readonly body: string;
}

// Marks a sealed body. A plain body is JSON, and begins with a brace.
export const ENCRYPTED_PREFIX = "sealed:";
const KEY_CACHE_MAX = 1_000;

/** The columns of `StoredBody`, for a row of `events` with this alias. */
export function storedBodyColumns(event: Sql = sql`events`): Sql {
  return sql`
    ${event}.body,
    case when starts_with(${event}.body, ${ENCRYPTED_PREFIX}) then (
      select k.sealed
      from event_keys k
      where (k.merchant, k.environment) = (${event}.merchant, ${event}.environment)
    ) end as body_key`;
}

/** Returns the exact text that every receiver gets. Throws if the master key that sealed the body's key is missing. */
export function readBody({ body, body_key, ...event_key }: EventKey & StoredBody): string {
  return body_key === null ? body : decryptBody(body, openKey(body_key, keyContext(event_key)), event_key);
}

function decryptBody(body: string, key: KeyObject, event_key: EventKey): string {
  return openWith(key, body.slice(ENCRYPTED_PREFIX.length), bodyContext(event_key));
}

/**
 * Returns a function that decrypts a delivery's body to the exact text that every receiver gets. It caches opened keys:
 * a rotation of the master keys seals them again, and does not change them.
 */
export function bodyDecryptor(db: Database): (delivery_event: StoredDeliveryEvent) => string | Promise<string> {
  const key_cache = lruCache<string, KeyObject>(KEY_CACHE_MAX);
  async function keyOf(scope: Scope): Promise<KeyObject> {
    const context = keyContext(scope);
    const cached = key_cache.get(context);
    if (cached) return cached;
    const sealed = await db.engine((tx) => findKey(tx, scope));
    assert(sealed, "a merchant with encrypted events has a key");
    const key = openKey(sealed, context);
    key_cache.set(context, key);
    return key;
  }
  return ({ merchant, environment, event, body }) => {
    if (!body.startsWith(ENCRYPTED_PREFIX)) return body;
    const event_key = { merchant, environment, id: event };
    return keyOf(event_key).then((key) => decryptBody(body, key, event_key));
  };
}

/** Returns a function that seals the bodies of these events. Creates a key for a scope without one. */
export async function bodyEncryptor(
  tx: Tx,
  events: readonly { readonly scope: Scope; readonly is_secret?: boolean }[],
): Promise<(event: EventKey & { readonly body: string }) => string> {
  const scopes = new Map(
    events.filter(({ is_secret }) => is_secret).map(({ scope }) => [keyContext(scope), scope] as const),
  );
  const keys = new Map<string, KeyObject>();
  for (const [context, scope] of [...scopes].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const sealed = (await findKey(tx, scope)) ?? (await createKey(tx, scope));
    keys.set(context, openKey(sealed, context));
  }
  return ({ body, ...event }) => {
    const key = keys.get(keyContext(event));
    assert(key, "a merchant with encrypted events has a key");
    return ENCRYPTED_PREFIX + sealWith(key, body, bodyContext(event));
  };
}

async function findKey(tx: Tx, scope: Scope): Promise<string | null> {
  const row = await tx.maybeRow<{ sealed: string }>(sql`select sealed from event_keys where ${inScope(scope)}`);
  return row?.sealed ?? null;
}

/** If another transaction is inserting the same key, the insert waits until it ends; then both use that key. */
async function createKey(tx: Tx, scope: Scope): Promise<string> {
  await tx.run(sql`
    insert into event_keys (merchant, environment, sealed)
    values (${scope.merchant}, ${scope.environment}, ${newSealedKey(keyContext(scope))})
    on conflict do nothing`);
  const created = await findKey(tx, scope);
  assert(created, "a key that was just inserted is found");
  return created;
}

function keyContext({ merchant, environment }: Scope): string {
  return `event_keys.sealed ${merchant} ${environment}`;
}

function bodyContext({ merchant, environment, id }: EventKey): string {
  return `events.body ${merchant} ${environment} ${id}`;
}
