import type { Tx } from "#db/tx.ts";
import { ServiceError } from "#kernel/errors.ts";
import { recordAuditEntry } from "#resources/audit-log/record.ts";
import { findById, type Key, markRevoked } from "./store.ts";

/**
 * Revokes a key; every server refuses it within a second. Revoking a revoked key changes nothing. Runs as the engine.
 * Throws `not_found`.
 */
export async function revokeKey(tx: Tx, id: string, actor: string): Promise<Key> {
  const key = await findById(tx, id);
  if (!key) throw new ServiceError("key_not_found", `There is no key ${id}`);
  if (await markRevoked(tx, key, key.id)) {
    const { merchant, environment } = key;
    const before = { kind: key.kind, name: key.name, hint: key.hint };
    await recordAuditEntry(tx, {
      merchant,
      environment,
      actor,
      action: "key.revoked",
      subject: key.id,
      before,
      after: null,
    });
  }
  return { ...key, revoked_at: key.revoked_at ?? tx.now };
}
