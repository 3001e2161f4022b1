import type { KeyObject } from "node:crypto";
import type { Database } from "#db/pool.ts";
import { mine, type Sql, sql, type Tx } from "#db/tx.ts";
import { assert } from "#kernel/errors.ts";
import type { Scope } from "#kernel/scope.ts";
import { newSealedKey, openKey, openWith, sealWith } from "#kernel/secrets.ts";

/** An event's body as stored, with its sealed key if the body is sealed. */
export interface KeptBody {
  readonly body: string;
  readonly body_key: string | null;
}

interface Place extends Scope {
  readonly id: string;
}

interface Delivered extends Scope {
  readonly event: string;
  /** The body as stored. */
  readonly body: string;
}

// Marks a sealed body. A plain body is JSON, and begins with a brace.
export const SEALED = "sealed:";
const REMEMBERED_KEYS = 1_000;

/** The columns of `KeptBody`, for a row of `events` with this alias. */
export function keptBody(event: Sql = sql`events`): Sql {
  return sql`
    ${event}.body,
    case when starts_with(${event}.body, ${SEALED}) then (
      select k.sealed
      from event_keys k
      where (k.merchant, k.environment) = (${event}.merchant, ${event}.environment)
    ) end as body_key`;
}

/** Returns the exact text every receiver gets. Throws if the master key is missing that its key was sealed with. */
export function bodyOf({ body, body_key, ...place }: Place & KeptBody): string {
  return body_key === null ? body : opened(body, openKey(body_key, keyPlace(place)), place);
}

function opened(body: string, key: KeyObject, place: Place): string {
  return openWith(key, body.slice(SEALED.length), bodyPlace(place));
}

/**
 * Returns the exact text every receiver gets of a delivery. Opened keys are cached: a rotation of the master key seals
 * them anew, and does not change them.
 */
export function bodyOpener(db: Database): (given: Delivered) => string | Promise<string> {
  const known = new Map<string, KeyObject>();
  async function keyOf(scope: Scope): Promise<KeyObject> {
    const place = keyPlace(scope);
    const found = known.get(place);
    if (found) return found;
    const sealed = await db.engine((tx) => findKey(tx, scope));
    assert(sealed, "whose events are sealed has a key");
    if (known.size >= REMEMBERED_KEYS) known.clear();
    const key = openKey(sealed, place);
    known.set(place, key);
    return key;
  }
  return ({ merchant, environment, event, body }) => {
    if (!body.startsWith(SEALED)) return body;
    const place = { merchant, environment, id: event };
    return keyOf(place).then((key) => opened(body, key, place));
  };
}

/** Seals the bodies of events of these scopes. Creates a key for a scope without one. */
export async function sealer(
  tx: Tx,
  events: readonly { readonly scope: Scope; readonly is_secret?: boolean }[],
): Promise<(event: Place & { readonly body: string }) => string> {
  const scopes = new Map(
    events.filter(({ is_secret }) => is_secret).map(({ scope }) => [keyPlace(scope), scope] as const),
  );
  const keys = new Map<string, KeyObject>();
  for (const [place, scope] of [...scopes].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const sealed = (await findKey(tx, scope)) ?? (await makeKey(tx, scope));
    keys.set(place, openKey(sealed, place));
  }
  return ({ body, ...event }) => {
    const key = keys.get(keyPlace(event));
    assert(key, "whose events are sealed has a key");
    return SEALED + sealWith(key, body, bodyPlace(event));
  };
}

async function findKey(tx: Tx, scope: Scope): Promise<string | null> {
  const row = await tx.maybeRow<{ sealed: string }>(sql`select sealed from event_keys where ${mine(scope)}`);
  return row?.sealed ?? null;
}

/** A concurrent insert waits here until the other transaction ends; then both use the same key. */
async function makeKey(tx: Tx, scope: Scope): Promise<string> {
  await tx.run(sql`
    insert into event_keys (merchant, environment, sealed)
    values (${scope.merchant}, ${scope.environment}, ${newSealedKey(keyPlace(scope))})
    on conflict do nothing`);
  const made = await findKey(tx, scope);
  assert(made, "a key that was just made is found");
  return made;
}

function keyPlace({ merchant, environment }: Scope): string {
  return `event_keys.sealed ${merchant} ${environment}`;
}

function bodyPlace({ merchant, environment, id }: Place): string {
  return `events.body ${merchant} ${environment} ${id}`;
}
