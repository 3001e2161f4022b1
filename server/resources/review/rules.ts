import type { Resolution, ReviewRow } from "./schema.ts";

/** What may be decided about a doubt. While the outcome is open: how it ended. Afterwards: who bears the difference. */
export function resolutionsFor(row: Pick<ReviewRow, "kind">, is_ended: boolean): readonly Resolution[] {
  // What never reached a provider cannot have arrived.
  if (!is_ended) return row.kind === "never_received" ? ["failed", "ask"] : ["complete", "failed", "ask"];
  return row.kind === "success_after_failure" || row.kind === "failure_after_success"
    ? ["correct", "absorb", "ignore"]
    : ["ignore"];
}

/**
 * What an attempt has moved at the provider after all, as the doubt about its end says. Above zero: it came in. What
 * failed after its success has moved nothing.
 */
export function moved(kind: "transfer" | "collect" | "refund", amount: bigint, doubt: ReviewRow["kind"]): bigint {
  if (doubt !== "success_after_failure") return 0n;
  return kind === "collect" ? amount : -amount;
}
