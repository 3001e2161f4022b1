import type { Tx } from "#db/tx.ts";
import { record } from "#events/events.ts";
import { invalid } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import type { Scope } from "#kernel/scope.ts";
import { seal } from "#kernel/secrets.ts";
import { phoneMessage, readBeneficiaryPhone } from "./rules.ts";
import type { BeneficiaryRow, NewBeneficiary } from "./schema.ts";
import { accountPlace, happening } from "./show.ts";
import { insert } from "./store.ts";

/** Stores a beneficiary. Throws `invalid` for a number outside its country. */
export async function createBeneficiary(tx: Tx, scope: Scope, given: NewBeneficiary): Promise<BeneficiaryRow> {
  const phone = given.phone === undefined ? null : readBeneficiaryPhone(given.phone, given.country, given.type);
  if (given.phone !== undefined && !phone) throw invalid("phone", phoneMessage(given.phone, given.country, given.type));
  const key = { merchant: scope.merchant, environment: scope.environment, id: newId("ben", tx.now) };
  const row: BeneficiaryRow = {
    ...key,
    name: given.name,
    email: given.email ?? null,
    phone: phone?.e164 ?? null,
    phone_typed: given.phone ?? null,
    account_number: given.account_number === undefined ? null : seal(given.account_number, accountPlace(key)),
    bank_code: given.bank_code ?? null,
    country: given.country,
    currency: given.currency,
    type: given.type,
    metadata: given.metadata ?? null,
    listed: true,
    data_key: null,
    sequence: 1,
    created_at: tx.now,
    updated_at: tx.now,
  };
  await insert(tx, [row]);
  await record(tx, [happening("beneficiary.created", row)]);
  return row;
}
