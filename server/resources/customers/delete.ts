import type { Tx } from "#db/tx.ts";
import { recordEvents } from "#events/events.ts";
import { ServiceError } from "#kernel/errors.ts";
import type { Scope } from "#kernel/scope.ts";
import { eventData } from "./present.ts";
import { markDeleted } from "./store.ts";

/** Deletes a customer; payments and other records remain. Throws `not_found`. */
export async function deleteCustomer(tx: Tx, scope: Scope, id: string): Promise<void> {
  const row = await markDeleted(tx, scope, id);
  if (!row) throw new ServiceError("customer_not_found", "Customer not found");
  await recordEvents(tx, [
    { scope, type: "customer.deleted", resource: row.id, sequence: row.sequence, data: eventData(row) },
  ]);
}
