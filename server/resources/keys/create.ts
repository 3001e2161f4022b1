import type { Tx } from "#db/tx.ts";
import { assert, invalid, ServiceError } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import type { Scope } from "#kernel/scope.ts";
import type { Instant } from "#kernel/time.ts";
import type { ActName } from "#resources/acts/names.ts";
import { recordAct } from "#resources/acts/record.ts";
import { type GivenRestriction, readRestriction } from "./restrict.ts";
import { insert, type Key, type KeyKind } from "./store.ts";
import { digestToKeep, IMPORT_MAX, IMPORT_MIN, mayBe, mayBeKey, newKeyText } from "./text.ts";

export interface NewKey extends GivenRestriction {
  readonly scope: Scope;
  readonly kind: KeyKind;
  readonly name: string;
  readonly expires_at: Instant | null;
}

const HINT_LENGTH = 4;

/** Creates a key. Its text is returned once and not stored. Runs as the engine. Throws `invalid` as `readRestriction` does. */
export async function createKey(tx: Tx, given: NewKey, actor: string): Promise<{ key: Key; text: string }> {
  const text = newKeyText(given.scope.environment, given.kind);
  const key = await keep(tx, given, text, actor, "key.created");
  assert(key, "two random keys do not have the same look-up");
  return { key, text };
}

/**
 * Imports a key of another system, so that its users need not change theirs. Throws `invalid` for a text too short to
 * be safe, for a `test_` key in live, and as `readRestriction` does; `conflict` for an existing key.
 */
export async function importKey(tx: Tx, given: NewKey, text: string, actor: string): Promise<Key> {
  if (!mayBeKey(text)) {
    const form = `A key to import is ${IMPORT_MIN} to ${IMPORT_MAX} visible characters`;
    throw invalid("key", `${form}; one of Kolo's own form has a right checksum`);
  }
  if (!mayBe(given.scope.environment, text)) throw invalid("key", "A key that begins with test_ is a test key");
  const key = await keep(tx, given, text, actor, "key.imported");
  if (!key) throw new ServiceError("conflict", "This key exists already");
  return key;
}

async function keep(tx: Tx, given: NewKey, text: string, actor: string, act: ActName): Promise<Key | null> {
  const key: Key = {
    merchant: given.scope.merchant,
    environment: given.scope.environment,
    id: newId("key", tx.now),
    kind: given.kind,
    name: given.name,
    hint: text.slice(-HINT_LENGTH),
    created_at: tx.now,
    expires_at: given.expires_at,
    revoked_at: null,
    last_used_at: null,
    ...readRestriction(given.kind, given),
  };
  if (!(await insert(tx, key, digestToKeep(text)))) return null;
  const { kind, name, hint, expires_at, rights, addresses } = key;
  const after = { kind, name, hint, expires_at, rights, addresses };
  await recordAct(tx, { ...given.scope, actor, act, subject: key.id, before: null, after });
  return key;
}
