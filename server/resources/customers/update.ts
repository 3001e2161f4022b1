import type { Tx } from "#db/tx.ts";
import { recordEvents } from "#events/events.ts";
import { ServiceError } from "#kernel/errors.ts";
import type { Scope } from "#kernel/scope.ts";
import { parsePayerPhone } from "./phone.ts";
import { eventData } from "./present.ts";
import type { CustomerChanges, CustomerRow } from "./schema.ts";
import { lock, update } from "./store.ts";

/** Changes the given fields and keeps the rest. Throws `not_found`, and `invalid` for an invalid number. */
export async function updateCustomer(tx: Tx, scope: Scope, id: string, changes: CustomerChanges): Promise<CustomerRow> {
  const before = await lock(tx, scope, id);
  if (!before) throw new ServiceError("customer_not_found", "Customer not found");
  const row = await update(tx, scope, before.id, {
    name: changes.name ?? before.name,
    email: changes.email ?? before.email,
    phone: changes.phone === undefined ? before.phone : await parsePayerPhone(tx, scope, changes.phone),
    phone_typed: changes.phone ?? before.phone_typed,
    metadata: changes.metadata ?? before.metadata,
  });
  await recordEvents(tx, [
    { scope, type: "customer.updated", resource: row.id, sequence: row.sequence, data: eventData(row) },
  ]);
  return row;
}
