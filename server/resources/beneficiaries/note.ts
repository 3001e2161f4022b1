import type { Tx } from "#db/tx.ts";
import type { Person, Scope } from "#kernel/scope.ts";
import { recordActOf } from "#resources/acts/record.ts";
import type { BeneficiaryRow } from "./schema.ts";
import { show } from "./show.ts";

/** What of a beneficiary decides who is paid, and where. */
const FIELDS = ["name", "email", "phone", "account_number", "bank_code"] as const;
export type Told = Readonly<Partial<Record<(typeof FIELDS)[number], string | null>>>;

/** What of that differs, before and after. */
export function changesOf(one: BeneficiaryRow, other: BeneficiaryRow): { readonly before: Told; readonly after: Told } {
  const [before, after] = [show(one), show(other)];
  const changed = FIELDS.filter((field) => before[field] !== after[field]);
  const told = (of: typeof before): Told => Object.fromEntries(changed.map((field) => [field, of[field]]));
  return { before: told(before), after: told(after) };
}

/** A person's edit, in the merchant's log. Of what no payment depends on it says only that there was an edit. */
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

/** The same for who is taken away. */
export async function noteDeletion(tx: Tx, scope: Scope, by: Person | null, row: BeneficiaryRow): Promise<void> {
  const shown = show(row);
  const before = hidden(Object.fromEntries(FIELDS.map((field) => [field, shown[field]])));
  await recordActOf(tx, scope, by, { act: "beneficiary.deleted" as const, subject: row.id, before, after: null });
}

const SHOWN_DIGITS = 3;

// An account's number is sealed wherever it is kept: the log has its end, by which people tell one from another.
function hidden(told: Told): Told {
  const number = told.account_number;
  return typeof number === "string" ? { ...told, account_number: `…${number.slice(-SHOWN_DIGITS)}` } : told;
}
