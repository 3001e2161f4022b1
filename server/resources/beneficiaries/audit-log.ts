import type { Tx } from "#db/tx.ts";
import type { Person, Scope } from "#kernel/scope.ts";
import { recordPersonAction } from "#resources/audit-log/record.ts";
import { presentBeneficiary } from "./present.ts";
import type { BeneficiaryRow } from "./schema.ts";

/** The fields that decide who is paid, and where. */
const AUDITED_FIELDS = ["name", "email", "phone", "account_number", "bank_code"] as const;
export type AuditedFields = Readonly<Partial<Record<(typeof AUDITED_FIELDS)[number], string | null>>>;

/** Returns the audited fields that an edit changed, with their values before and after it. */
export function changedFields(
  one: BeneficiaryRow,
  other: BeneficiaryRow,
): { readonly before: AuditedFields; readonly after: AuditedFields } {
  const [before, after] = [presentBeneficiary(one), presentBeneficiary(other)];
  const changed = AUDITED_FIELDS.filter((field) => before[field] !== after[field]);
  const valuesOf = (of: typeof before): AuditedFields => Object.fromEntries(changed.map((field) => [field, of[field]]));
  return { before: valuesOf(before), after: valuesOf(after) };
}

/** Records a person's edit in the audit log. An edit that changes no audited field is recorded without values. */
export async function recordEdit(
  tx: Tx,
  scope: Scope,
  by: Person | null,
  id: string,
  { before, after }: { readonly before: AuditedFields; readonly after: AuditedFields },
): Promise<void> {
  const entry = {
    action: "beneficiary.updated" as const,
    subject: id,
    before: maskAccountNumberField(before),
    after: maskAccountNumberField(after),
  };
  await recordPersonAction(tx, scope, by, entry);
}

/** Records a person's deletion in the audit log. */
export async function recordDeletion(tx: Tx, scope: Scope, by: Person | null, row: BeneficiaryRow): Promise<void> {
  const presented = presentBeneficiary(row);
  const before = maskAccountNumberField(Object.fromEntries(AUDITED_FIELDS.map((field) => [field, presented[field]])));
  await recordPersonAction(tx, scope, by, {
    action: "beneficiary.deleted" as const,
    subject: row.id,
    before,
    after: null,
  });
}

const SHOWN_DIGITS = 3;

// The tables store account numbers encrypted only. The log has their last digits, by which people can distinguish
// accounts.
function maskAccountNumberField(fields: AuditedFields): AuditedFields {
  const number = fields.account_number;
  return typeof number === "string" ? { ...fields, account_number: `…${number.slice(-SHOWN_DIGITS)}` } : fields;
}
