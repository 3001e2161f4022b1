import type { Tx } from "#db/tx.ts";
import type { Scope } from "#kernel/scope.ts";
import { recordAct } from "#resources/acts/record.ts";
import { isGrantRequired, upsertRule } from "./store.ts";

/**
 * Whether every operation on this merchant's environment takes the private key, also those that the public one opens by the
 * interface; within a second every server asks for it. Runs as the engine.
 */
export async function requireGrant(tx: Tx, scope: Scope, is_required: boolean, actor: string): Promise<void> {
  const was_required = await isGrantRequired(tx, scope);
  if (was_required === is_required) return;
  await upsertRule(tx, scope, is_required);
  const [before, after] = [{ is_grant_required: was_required }, { is_grant_required: is_required }];
  await recordAct(tx, { ...scope, actor, act: "key_rule.set", subject: null, before, after });
}
