import { serializer } from "#kernel/json.ts";
import { Customer, type CustomerRow } from "./schema.ts";

/** Returns a customer as the API and its events show it. */
export function presentCustomer(row: CustomerRow): Customer {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    phone: row.phone,
    metadata: row.metadata ?? {},
    blocked_at: row.blocked_at,
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}

const serialize = serializer(Customer);

export function eventData(row: CustomerRow): string {
  return serialize(presentCustomer(row));
}
