import type { Tx } from "#db/tx.ts";
import type { Scope } from "#kernel/scope.ts";
import { openReceiver } from "#providers/account-number.ts";
import { receiverNames } from "#providers/attempts.ts";
import type { OrderedReceiver, TransferRow } from "./schema.ts";

/**
 * Returns the recipients of transfers, by transfer id: the number from the transfer, the name and bank from its
 * provider attempt. A later change or deletion of the beneficiary does not change them.
 */
export async function findReceivers(
  tx: Tx,
  scope: Scope,
  transfers: readonly Pick<TransferRow, "id" | "receiver">[],
): Promise<ReadonlyMap<string, OrderedReceiver>> {
  const names_by_id = await receiverNames(
    tx,
    scope,
    transfers.map(({ id }) => id),
  );
  return new Map(
    transfers.map(({ id, receiver }) => {
      const order = names_by_id.get(id);
      const number = openReceiver(scope, id, receiver);
      return [id, { name: order?.receiver_name ?? null, number, bank_code: order?.bank_code ?? null }];
    }),
  );
}
