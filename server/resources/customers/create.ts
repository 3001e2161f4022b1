import type { Tx } from "#db/tx.ts";
import { recordEvents } from "#events/events.ts";
import { type FieldErrors, fieldError } from "#kernel/errors.ts";
import { asRecord } from "#kernel/fields.ts";
import { newId } from "#kernel/ids.ts";
import type { Scope } from "#kernel/scope.ts";
import { parsePayerPhone } from "./phone.ts";
import { eventData } from "./present.ts";
import type { CustomerRow, NewCustomer } from "./schema.ts";
import { insert } from "./store.ts";

/** Returns field errors for a body with neither e-mail address nor phone, even if the schema refuses other fields. */
export function validateContact(body: unknown): FieldErrors {
  const { email, phone } = asRecord(body);
  if (email !== undefined || phone !== undefined) return {};
  const either = [fieldError("contact_required", "Give an e-mail address or a phone number")];
  return { email: either, phone: either };
}

/** Stores a payer. Throws `invalid` for an invalid number. */
export async function createCustomer(tx: Tx, scope: Scope, input: NewCustomer): Promise<CustomerRow> {
  const row: CustomerRow = {
    merchant: scope.merchant,
    environment: scope.environment,
    id: newId("cus", tx.now),
    name: input.name,
    email: input.email ?? null,
    phone: input.phone === undefined ? null : await parsePayerPhone(tx, scope, input.phone),
    phone_typed: input.phone ?? null,
    metadata: input.metadata ?? null,
    blocked_at: null,
    payer_key: null,
    sequence: 1,
    created_at: tx.now,
    updated_at: tx.now,
  };
  await insert(tx, [row]);
  await recordEvents(tx, [
    { scope, type: "customer.created", resource: row.id, sequence: row.sequence, data: eventData(row) },
  ]);
  return row;
}
