import type { Tx } from "#db/tx.ts";
import { ServiceError } from "#kernel/errors.ts";
import type { Id } from "#kernel/ids.ts";
import { recordAct } from "#resources/acts/record.ts";
import { deleteConnection, find, insertConnection } from "./store.ts";

/**
 * Lets one merchant act for another with X-Sync; both find it in their logs. Done twice it is done once. Runs as the engine.
 * Throws `not_found` when either does not exist and `invalid` when they are the same.
 */
export async function connectMerchants(tx: Tx, merchant: string, connected: string, actor: string): Promise<void> {
  const [one, other] = [await find(tx, merchant), await find(tx, connected)];
  if (!one || !other) throw new ServiceError("not_found", `There is no merchant ${one ? connected : merchant}`);
  if (one.id === other.id) throw new ServiceError("invalid", "A merchant acts for itself without being connected");
  const is_new = await insertConnection(tx, one.id, other.id);
  if (is_new) await tellBoth(tx, one.id, other.id, { actor, is_connected: true });
}

/** Takes that back, within a second. Runs as the engine. Throws `not_found` where there is nothing to take back. */
export async function disconnectMerchants(
  tx: Tx,
  merchant: Id<"mer">,
  connected: Id<"mer">,
  actor: string,
): Promise<void> {
  const was_connected = await deleteConnection(tx, merchant, connected);
  if (!was_connected) throw new ServiceError("not_found", "These businesses are not connected");
  await tellBoth(tx, merchant, connected, { actor, is_connected: false });
}

async function tellBoth(
  tx: Tx,
  merchant: Id<"mer">,
  connected: Id<"mer">,
  { actor, is_connected }: { readonly actor: string; readonly is_connected: boolean },
): Promise<void> {
  const [before, after] = is_connected ? [null, { merchant, connected }] : [{ merchant, connected }, null];
  const told = { environment: null, actor, before, after } as const;
  const acts = [
    { ...told, merchant, act: is_connected ? "merchant.connected" : "merchant.disconnected", subject: connected },
    { ...told, merchant: connected, act: is_connected ? "agent.allowed" : "agent.forbidden", subject: merchant },
  ];
  // Each locks the end of its merchant's log: always in one order.
  for (const act of acts.sort((one, other) => (one.merchant < other.merchant ? -1 : 1))) await recordAct(tx, act);
}
