import type { Tx } from "#db/tx.ts";
import { record } from "#events/events.ts";
import { ServiceError } from "#kernel/errors.ts";
import type { Scope } from "#kernel/scope.ts";
import { eventData } from "./show.ts";
import { markDeleted } from "./store.ts";

/** Takes a beneficiary away. Its transfers remain and still show whom they paid. Throws `not_found`. */
export async function deleteBeneficiary(tx: Tx, scope: Scope, id: string): Promise<void> {
  const row = await markDeleted(tx, scope, id);
  if (!row) throw new ServiceError("not_found", "Beneficiary not found");
  await record(tx, [
    { scope, type: "beneficiary.deleted", resource: row.id, sequence: row.sequence, data: eventData(row) },
  ]);
}
