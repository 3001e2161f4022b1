import type { Tx } from "#db/tx.ts";
import type { Scope } from "#kernel/scope.ts";
import { NewLimit } from "#resources/limits/schema.ts";
import { removeLimit, setLimit } from "#resources/limits/set.ts";

export { NewLimit };

/** Sets one of the merchant's own limits. Throws as `setLimit` does. */
export async function setOwnLimit(tx: Tx, scope: Scope, limit: NewLimit, actor: string): Promise<void> {
  await setLimit(tx, scope, limit, { set_by: "merchant", actor });
}

/** Removes one of the merchant's own limits. Throws `not_found`. */
export async function removeOwnLimit(tx: Tx, scope: Scope, id: string, actor: string): Promise<void> {
  await removeLimit(tx, scope, id, { set_by: "merchant", actor });
}
