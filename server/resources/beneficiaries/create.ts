import type { Tx } from "#db/tx.ts";
import { recordEvents } from "#events/events.ts";
import { ServiceError } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import type { Scope } from "#kernel/scope.ts";
import { seal } from "#kernel/secrets.ts";
import { accountNumberAad, beneficiaryEvent } from "./present.ts";
import { parseBeneficiaryPhone, phoneError } from "./rules.ts";
import type { BeneficiaryRow, NewBeneficiary } from "./schema.ts";
import { insert } from "./store.ts";

/** Stores a beneficiary. Throws `invalid` for a number outside its country. */
export async function createBeneficiary(tx: Tx, scope: Scope, input: NewBeneficiary): Promise<BeneficiaryRow> {
  const phone = input.phone === undefined ? null : parseBeneficiaryPhone(input.phone, input.country, input.type);
  if (input.phone !== undefined && !phone) {
    const error = phoneError(input.phone, input.country, input.type);
    throw new ServiceError("validation_failed", "Validation failed", { fields: { phone: [error] } });
  }
  const key = { merchant: scope.merchant, environment: scope.environment, id: newId("ben", tx.now) };
  const row: BeneficiaryRow = {
    ...key,
    name: input.name,
    email: input.email ?? null,
    phone: phone?.e164 ?? null,
    phone_typed: input.phone ?? null,
    account_number: input.account_number === undefined ? null : seal(input.account_number, accountNumberAad(key)),
    bank_code: input.bank_code ?? null,
    country: input.country,
    currency: input.currency,
    type: input.type,
    metadata: input.metadata ?? null,
    listed: true,
    data_key: null,
    sequence: 1,
    created_at: tx.now,
    updated_at: tx.now,
  };
  await insert(tx, [row]);
  await recordEvents(tx, [beneficiaryEvent("beneficiary.created", row)]);
  return row;
}
