import type { Tx } from "#db/tx.ts";
import { recordEvents } from "#events/events.ts";
import { ServiceError } from "#kernel/errors.ts";
import type { Person, Scope } from "#kernel/scope.ts";
import { seal } from "#kernel/secrets.ts";
import { changedFields, recordEdit } from "./audit-log.ts";
import { currentDataKey } from "./inline-beneficiary.ts";
import { accountNumberAad, beneficiaryEvent } from "./present.ts";
import { parseBeneficiaryPhone, phoneError, validateImmutableFields } from "./rules.ts";
import type { BeneficiaryChanges, BeneficiaryRow } from "./schema.ts";
import { lock, update } from "./store.ts";

/**
 * Changes the given fields and keeps the rest. Transfers accepted before are still paid to the old number, and a new
 * transfer with the old data creates another beneficiary. If a person makes the change, the audit log records it.
 * Throws `not_found`, and `invalid` for a field that cannot change or a number outside its country.
 */
export async function updateBeneficiary(
  tx: Tx,
  scope: Scope,
  id: string,
  changes: BeneficiaryChanges,
  by: Person | null,
): Promise<BeneficiaryRow> {
  const before = await lock(tx, scope, id);
  if (!before) throw new ServiceError("beneficiary_not_found", "Beneficiary not found");
  const immutable_errors = validateImmutableFields(before, changes);
  const phone = changes.phone === undefined ? null : parseBeneficiaryPhone(changes.phone, before.country, before.type);
  const phone_error =
    changes.phone !== undefined && !phone ? { phone: [phoneError(changes.phone, before.country, before.type)] } : null;
  if (immutable_errors || phone_error) {
    throw new ServiceError("validation_failed", "Validation failed", {
      fields: { ...immutable_errors, ...phone_error },
    });
  }

  const after: BeneficiaryRow = {
    ...before,
    name: changes.name ?? before.name,
    email: changes.email ?? before.email,
    phone: phone?.e164 ?? before.phone,
    phone_typed: changes.phone ?? before.phone_typed,
    account_number:
      changes.account_number === undefined
        ? before.account_number
        : seal(changes.account_number, accountNumberAad(before)),
    bank_code: changes.bank_code ?? before.bank_code,
    metadata: changes.metadata ?? before.metadata,
  };
  const row = await update(tx, scope, before.id, { ...after, data_key: currentDataKey(after) });
  await recordEdit(tx, scope, by, row.id, changedFields(before, after));
  await recordEvents(tx, [beneficiaryEvent("beneficiary.updated", row)]);
  return row;
}
