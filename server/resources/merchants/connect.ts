import type { Tx } from "#db/tx.ts";
import { ServiceError } from "#kernel/errors.ts";
import { recordAct } from "#resources/acts/record.ts";
import { find, insertConnection } from "./store.ts";

/**
 * Lets one merchant act for another with X-Sync. Done twice it is done once. Runs as the engine.
 * Throws `not_found` when either does not exist and `invalid` when they are the same.
 */
export async function connectMerchants(tx: Tx, merchant: string, connected: string, actor: string): Promise<void> {
  const [one, other] = [await find(tx, merchant), await find(tx, connected)];
  if (!one || !other) throw new ServiceError("not_found", `There is no merchant ${one ? connected : merchant}`);
  if (one.id === other.id) throw new ServiceError("invalid", "A merchant acts for itself without being connected");
  const is_new = await insertConnection(tx, one.id, other.id);
  if (!is_new) return;
  await recordAct(tx, {
    merchant: one.id,
    environment: null,
    actor,
    act: "merchant.connected",
    subject: other.id,
    before: null,
    after: { connected: other.id },
  });
}
