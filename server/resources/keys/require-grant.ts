import type { Tx } from "#db/tx.ts";
import type { Scope } from "#kernel/scope.ts";
import { recordAuditEntry } from "#resources/audit-log/record.ts";
import { isGrantRequired, upsertRule } from "./store.ts";

/**
 * Sets whether every operation in this environment requires the private key, including those that the interface allows
 * with the public key. Every server applies the setting within a second. Runs as the engine.
 */
export async function setGrantRequired(tx: Tx, scope: Scope, is_required: boolean, actor: string): Promise<void> {
  const was_required = await isGrantRequired(tx, scope);
  if (was_required === is_required) return;
  await upsertRule(tx, scope, is_required);
  const [before, after] = [{ is_grant_required: was_required }, { is_grant_required: is_required }];
  await recordAuditEntry(tx, { ...scope, actor, action: "key_rule.set", subject: null, before, after });
}
