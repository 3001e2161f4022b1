import { serializer } from "#kernel/json.ts";
import { BalanceCorrectionEvent, type BookedCorrection, type CorrectionRow } from "./schema.ts";

const serialize = serializer(BalanceCorrectionEvent);

export function presentCorrection(row: CorrectionRow): BookedCorrection {
  return {
    ...{ id: row.id, kind: row.kind === "reverse" ? "reversal" : "adjustment", direction: directionOf(row) },
    ...{ amount: row.amount, debt: row.advanced, currency: row.currency },
    entry: row.corrects === null ? null : `${row.corrects}`,
    ...{ reason: row.reason, document: row.document, created_at: row.decided_at ?? row.requested_at },
  };
}

export function eventData(row: CorrectionRow): string {
  return serialize(presentCorrection(row));
}

/** The effect of a correction on the available balance. One between house accounts, such as `suspense`, has none. */
export function directionOf({ debit, credit }: Pick<CorrectionRow, "debit" | "credit">): "in" | "out" | "none" {
  if (debit === "available") return "out";
  return credit === "available" ? "in" : "none";
}

/** The JSON of the event that reports a repaid debt. */
export function repaymentData(
  row: Pick<CorrectionRow, "id" | "amount" | "currency"> & { readonly at: string },
): string {
  return serialize({
    ...{ id: row.id, kind: "repayment", direction: "out", amount: row.amount, debt: 0n, currency: row.currency },
    ...{ entry: null, reason: null, document: null, created_at: row.at },
  });
}
