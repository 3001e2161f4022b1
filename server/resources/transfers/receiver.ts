import type { Tx } from "#db/tx.ts";
import type { Scope } from "#kernel/scope.ts";
import { orderedNames } from "#providers/attempts.ts";
import { readReceiver } from "#providers/receiver.ts";
import type { OrderedReceiver, TransferRow } from "./schema.ts";

/**
 * The recipients of transfers by transfer id: the number each was accepted with, and the name and bank in its order to
 * the provider. Later changes to a beneficiary, or its deletion, have no effect.
 */
export async function receiversOf(
  tx: Tx,
  scope: Scope,
  transfers: readonly Pick<TransferRow, "id" | "receiver">[],
): Promise<ReadonlyMap<string, OrderedReceiver>> {
  const ordered = await orderedNames(
    tx,
    scope,
    transfers.map(({ id }) => id),
  );
  return new Map(
    transfers.map(({ id, receiver }) => {
      const order = ordered.get(id);
      const number = readReceiver(scope, id, receiver);
      return [id, { name: order?.receiver_name ?? null, number, bank_code: order?.bank_code ?? null }];
    }),
  );
}
