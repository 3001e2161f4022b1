import type { Tx } from "#db/tx.ts";
import type { Environment, Scope } from "#kernel/scope.ts";
import { merchantNotFound } from "#resources/merchants/rules.ts";
import { find } from "#resources/merchants/store.ts";

/** Returns the scope of a merchant that a path names. Throws `not_found`. */
export async function scopeOf(tx: Tx, id: string, environment: Environment): Promise<Scope> {
  const merchant = await find(tx, id);
  if (!merchant) throw merchantNotFound(id);
  return { merchant: merchant.id, environment };
}
