import type { Tx } from "#db/tx.ts";
import { assert, invalid, ServiceError } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import type { Scope } from "#kernel/scope.ts";
import type { Instant } from "#kernel/time.ts";
import type { AuditAction } from "#resources/audit-log/action-names.ts";
import { recordAuditEntry } from "#resources/audit-log/record.ts";
import { parseRestriction, type RestrictionInput } from "./restrict.ts";
import { insert, type Key, type KeyKind } from "./store.ts";
import {
  digestToStore,
  hasKeyFormat,
  IMPORT_MAX,
  IMPORT_MIN,
  isAllowedIn,
  isPublishableText,
  newKeyText,
} from "./text.ts";

export interface NewKeyInput extends RestrictionInput {
  readonly scope: Scope;
  readonly kind: KeyKind;
  readonly name: string;
  readonly expires_at: Instant | null;
}

const HINT_LENGTH = 4;

/**
 * Creates a key. Returns its text once; the service does not store the text. Runs as the engine. Throws `invalid` as
 * `parseRestriction` does.
 */
export async function createKey(tx: Tx, input: NewKeyInput, actor: string): Promise<{ key: Key; text: string }> {
  const text = newKeyText(input.scope.environment, input.kind);
  const key = await storeKey(tx, input, text, actor, "key.created");
  assert(key, "two random keys do not have the same look-up");
  return { key, text };
}

/**
 * Imports a key from another system, so that its users keep their key. Throws `invalid` for a text too short to be
 * safe, for a `test_` key in live, and as `parseRestriction` does; `conflict` for an existing key.
 */
export async function importKey(tx: Tx, input: NewKeyInput, text: string, actor: string): Promise<Key> {
  // A browser's key is recognized by its form, so that its answers may be read by pages.
  if (input.kind === "publishable" || isPublishableText(text))
    throw invalid("key", "key_form_invalid", "A publishable key cannot be imported: create one");
  if (!hasKeyFormat(text)) {
    const form = `A key to import is ${IMPORT_MIN} to ${IMPORT_MAX} visible characters`;
    throw invalid("key", "key_form_invalid", `${form}; one of Kolo's own form has a right checksum`);
  }
  if (!isAllowedIn(input.scope.environment, text))
    throw invalid("key", "key_of_other_environment", "A key that begins with test_ is a test key");
  const key = await storeKey(tx, input, text, actor, "key.imported");
  if (!key) throw new ServiceError("key_exists", "This key exists already");
  return key;
}

async function storeKey(
  tx: Tx,
  input: NewKeyInput,
  text: string,
  actor: string,
  action: AuditAction,
): Promise<Key | null> {
  const key: Key = {
    merchant: input.scope.merchant,
    environment: input.scope.environment,
    id: newId("key", tx.now),
    kind: input.kind,
    name: input.name,
    hint: text.slice(-HINT_LENGTH),
    created_at: tx.now,
    expires_at: input.expires_at,
    revoked_at: null,
    last_used_at: null,
    ...parseRestriction({ kind: input.kind, environment: input.scope.environment }, input),
  };
  if (!(await insert(tx, key, digestToStore(text)))) return null;
  const { kind, name, hint, expires_at, rights, addresses, origins } = key;
  const after = { kind, name, hint, expires_at, rights, addresses, ...(origins && { origins }) };
  await recordAuditEntry(tx, { ...input.scope, actor, action, subject: key.id, before: null, after });
  return key;
}
