import type { IdPrefix } from "#kernel/ids.ts";
import type { EntryKind } from "#ledger/ledger.ts";
import type { StatementLine } from "./schema.ts";

/** The lines that are fees of the house. */
export const FEE_LINES: readonly StatementLine[] = ["payment_fees", "transfer_fees"];

type LineOfKind = StatementLine | null | Partial<Readonly<Record<IdPrefix, StatementLine>>>;

/**
 * The line of each kind of entry, or one per type of order that settles. Null: the kind never changes `available` +
 * `reserved`, so it has no line.
 */
export const LINE_OF_KIND: Readonly<Record<EntryKind, LineOfKind>> = {
  hold: null,
  release: null,
  settle: { trf: "transfers", ref: "refunds", wdr: "withdrawals" },
  settle_fee: "transfer_fees",
  collect: "payments",
  collect_fee: "payment_fees",
  fund: "top_ups",
  correct: "corrections",
  reverse: "corrections",
  adjust: "corrections",
  advance: "debts",
  repay: "debts",
  escrow_in: "parts_held",
  escrow_out: "parts_held",
  part_in: "parts_received",
  part_out: "parts_paid",
  charge: null,
  charge_tax: null,
  correct_charge: null,
  correct_tax: null,
  sweep: null,
};

/** The line of an entry; null if its kind has none. An unknown type of order counts as a correction. */
export function lineOf(kind: string, subject_prefix: string): StatementLine | null {
  const lines: Readonly<Record<string, LineOfKind>> = LINE_OF_KIND;
  const line = lines[kind];
  if (typeof line === "string" || line === null) return line;
  const by_prefix: Readonly<Partial<Record<string, StatementLine>>> = line ?? {};
  return by_prefix[subject_prefix] ?? "corrections";
}
