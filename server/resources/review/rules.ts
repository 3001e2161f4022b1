import type { Resolution, ReviewRow } from "./schema.ts";

/** The cases of money that moved, or came back, after the attempt had ended. */
const CONTRADICTIONS: readonly ReviewRow["kind"][] = ["success_after_failure", "failure_after_success", "reversed"];

/** The decisions that a case allows. Before the attempt has ended: its outcome. After it: who bears the difference. */
export function resolutionsFor(row: Pick<ReviewRow, "kind">, is_ended: boolean): readonly Resolution[] {
  // An order that the provider never received cannot be complete.
  if (!is_ended && row.kind === "held_by_screening") return ["release", "failed"];
  if (!is_ended) return row.kind === "never_received" ? ["failed", "ask"] : ["complete", "failed", "ask"];
  return CONTRADICTIONS.includes(row.kind) ? ["correct", "absorb", "ignore"] : ["ignore"];
}

/**
 * The amount that an attempt really moved at the provider, if that differs from its recorded outcome. Positive for
 * money received. An attempt that failed after a reported success moved nothing.
 */
export function movedAmount(
  kind: "transfer" | "collect" | "refund" | "withdrawal",
  amount: bigint,
  review_kind: ReviewRow["kind"],
): bigint {
  if (review_kind !== "success_after_failure") return 0n;
  return kind === "collect" ? amount : -amount;
}
