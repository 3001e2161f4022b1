import type { Tx } from "#db/tx.ts";
import { recordEvents } from "#events/events.ts";
import { ServiceError } from "#kernel/errors.ts";
import type { Person, Scope } from "#kernel/scope.ts";
import { recordPersonAction } from "#resources/audit-log/record.ts";
import { eventData } from "./present.ts";
import type { CustomerRow } from "./schema.ts";
import { find, setBlocked } from "./store.ts";

/**
 * Blocks a customer, or lifts the block. A blocked customer cannot start a payment; one that waits for the phone
 * continues. Repeating it changes nothing. A person's action is in the audit log. Throws `not_found`.
 */
export async function blockCustomer(
  tx: Tx,
  scope: Scope,
  id: string,
  is_blocked: boolean,
  by: Person | null,
): Promise<CustomerRow> {
  const row = await setBlocked(tx, scope, id, is_blocked);
  if (!row) {
    const unchanged = await find(tx, scope, id);
    if (!unchanged) throw new ServiceError("customer_not_found", "Customer not found");
    return unchanged;
  }
  await recordEvents(tx, [
    { scope, type: "customer.updated", resource: row.id, sequence: row.sequence, data: eventData(row) },
  ]);
  const action = is_blocked ? "customer.blocked" : "customer.unblocked";
  await recordPersonAction(tx, scope, by, { action, subject: row.id, before: null, after: { name: row.name } });
  return row;
}

/** The error of a payment whose payer is blocked. */
export function customerBlocked(): ServiceError {
  return new ServiceError("customer_blocked", "This customer is blocked and cannot pay");
}
