import type { Tx } from "#db/tx.ts";
import type { Person, Scope } from "#kernel/scope.ts";
import { recordActOf } from "#resources/acts/record.ts";
import type { BeneficiaryRow } from "./schema.ts";
import { show } from "./show.ts";

/** The fields that decide who is paid, and where. */
const FIELDS = ["name", "email", "phone", "account_number", "bank_code"] as const;
export type Told = Readonly<Partial<Record<(typeof FIELDS)[number], string | null>>>;

/** The changed fields among those, before and after. */
export function changesOf(one: BeneficiaryRow, other: BeneficiaryRow): { readonly before: Told; readonly after: Told } {
  const [before, after] = [show(one), show(other)];
  const changed = FIELDS.filter((field) => before[field] !== after[field]);
  const told = (of: typeof before): Told => Object.fromEntries(changed.map((field) => [field, of[field]]));
  return { before: told(before), after: told(after) };
}

/** Records a person's edit in the audit log. An edit of other fields is recorded without values. */
export async function noteEdit(
  tx: Tx,
  scope: Scope,
  by: Person | null,
  id: string,
  { before, after }: { readonly before: Told; readonly after: Told },
): Promise<void> {
  const act = { act: "beneficiary.updated" as const, subject: id, before: hidden(before), after: hidden(after) };
  await recordActOf(tx, scope, by, act);
}

/** Records a person's deletion in the audit log. */
export async function noteDeletion(tx: Tx, scope: Scope, by: Person | null, row: BeneficiaryRow): Promise<void> {
  const shown = show(row);
  const before = hidden(Object.fromEntries(FIELDS.map((field) => [field, shown[field]])));
  await recordActOf(tx, scope, by, { act: "beneficiary.deleted" as const, subject: row.id, before, after: null });
}

const SHOWN_DIGITS = 3;

// An account number is encrypted in every table. The log has its last digits, enough for people to distinguish
// accounts.
function hidden(told: Told): Told {
  const number = told.account_number;
  return typeof number === "string" ? { ...told, account_number: `…${number.slice(-SHOWN_DIGITS)}` } : told;
}
