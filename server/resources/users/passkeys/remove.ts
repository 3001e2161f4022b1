import type { Tx } from "#db/tx.ts";
import { ServiceError } from "#kernel/errors.ts";
import type { Id } from "#kernel/ids.ts";
import { deleteUnusedRecoveryCodes, hasSecondFactor } from "#resources/users/second-factor.ts";
import type { Passkey } from "./schema.ts";
import { list, remove } from "./store.ts";

export async function presentPasskeys(tx: Tx, person: Id<"per">): Promise<Passkey[]> {
  const rows = await list(tx, person);
  return rows.map(({ id, name, created_at, last_used_at }) => ({ id, name, created_at, last_used_at }));
}

/** Removes a passkey. Returns whether the person still has a second factor. Throws `not_found`. */
export async function removePasskey(tx: Tx, person: Id<"per">, id: string): Promise<boolean> {
  if (!(await remove(tx, person, id))) throw new ServiceError("passkey_not_found", "Passkey not found");
  await deleteUnusedRecoveryCodes(tx, person);
  return hasSecondFactor(tx, person);
}
