import type { Tx } from "#db/tx.ts";
import type { Scope } from "#kernel/scope.ts";
import { Block, NewBlock } from "#resources/blocks/schema.ts";
import { addBlock, listOwnBlocks, removeBlock } from "#resources/blocks/set.ts";
import { NewDuplicateGuard } from "#resources/duplicate-guard/schema.ts";
import { setDuplicateGuard } from "#resources/duplicate-guard/set.ts";
import { NewLimit } from "#resources/limits/schema.ts";
import { removeLimit, setLimit } from "#resources/limits/set.ts";

export { Block, listOwnBlocks, NewBlock, NewDuplicateGuard, NewLimit };

/** Sets one of the merchant's own limits. Throws as `setLimit` does. */
export async function setOwnLimit(tx: Tx, scope: Scope, limit: NewLimit, actor: string): Promise<void> {
  await setLimit(tx, scope, limit, { set_by: "merchant", actor });
}

/** Removes one of the merchant's own limits. Throws `not_found`. */
export async function removeOwnLimit(tx: Tx, scope: Scope, id: string, actor: string): Promise<void> {
  await removeLimit(tx, scope, id, { set_by: "merchant", actor });
}

/** Sets the merchant's duplicate guard; without `minutes` it is turned off. */
export async function setGuard(tx: Tx, scope: Scope, { minutes }: NewDuplicateGuard, actor: string): Promise<void> {
  await setDuplicateGuard(tx, scope, minutes ?? null, actor);
}

/** Blocks a number or account for the merchant. Throws as `addBlock` does. */
export async function addOwnBlock(tx: Tx, scope: Scope, block: NewBlock, actor: string): Promise<void> {
  await addBlock(tx, scope, block, actor);
}

/** Removes one of the merchant's own blocks. Throws `not_found`. */
export async function removeOwnBlock(tx: Tx, scope: Scope, id: string, actor: string): Promise<void> {
  await removeBlock(tx, scope, id, actor);
}
