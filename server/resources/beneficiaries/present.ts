import type { NewEvent } from "#events/events.ts";
import { serializer } from "#kernel/json.ts";
import { open } from "#kernel/secrets.ts";
import { Beneficiary, type BeneficiaryRow } from "./schema.ts";

/** Returns a beneficiary as the API and its events show it. */
export function presentBeneficiary(row: BeneficiaryRow): Beneficiary {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    phone: row.phone,
    account_number: row.account_number && open(row.account_number, accountNumberAad(row)),
    bank_code: row.bank_code,
    country: row.country,
    currency: row.currency,
    type: row.type,
    metadata: row.metadata ?? {},
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}

/** Returns the associated data of an encrypted account number, which binds it to its row. */
export function accountNumberAad(row: Pick<BeneficiaryRow, "merchant" | "environment" | "id">): string {
  return `beneficiaries.account_number ${row.merchant} ${row.environment} ${row.id}`;
}

const serialize = serializer(Beneficiary);

/** Builds an event of a beneficiary. The row's `sequence` must already count this event. */
export function beneficiaryEvent(
  type: "beneficiary.created" | "beneficiary.updated" | "beneficiary.deleted",
  row: BeneficiaryRow,
): NewEvent {
  const { id: resource, sequence } = row;
  return {
    scope: row,
    type,
    resource,
    sequence,
    data: serialize(presentBeneficiary(row)),
    is_secret: row.account_number !== null,
  };
}
