import type { Tx } from "#db/tx.ts";
import { record } from "#events/events.ts";
import { ServiceError } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import type { Scope } from "#kernel/scope.ts";
import { readPayerPhone } from "./phone.ts";
import type { CustomerRow, NewCustomer } from "./schema.ts";
import { eventData } from "./show.ts";
import { insert } from "./store.ts";

/**
 * Stores a payer. Throws `bad_request` when there is neither e-mail nor phone, `invalid` for a number that is none.
 */
export async function createCustomer(tx: Tx, scope: Scope, given: NewCustomer): Promise<CustomerRow> {
  if (given.email === undefined && given.phone === undefined) {
    const either = ["Give an e-mail address or a phone number"];
    throw new ServiceError("bad_request", "Validation failed", { email: either, phone: either });
  }
  const row: CustomerRow = {
    merchant: scope.merchant,
    environment: scope.environment,
    id: newId("cus", tx.now),
    name: given.name,
    email: given.email ?? null,
    phone: given.phone === undefined ? null : await readPayerPhone(tx, scope, given.phone),
    phone_typed: given.phone ?? null,
    metadata: given.metadata ?? null,
    payer_key: null,
    sequence: 1,
    created_at: tx.now,
    updated_at: tx.now,
  };
  await insert(tx, [row]);
  await record(tx, [
    { scope, type: "customer.created", resource: row.id, sequence: row.sequence, data: eventData(row) },
  ]);
  return row;
}
