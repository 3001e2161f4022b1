import type { Resolution, ReviewRow } from "./schema.ts";

/** What may be decided about a doubt. While the outcome is open: how it ended. Afterwards: who bears the difference. */
export function resolutionsFor(row: Pick<ReviewRow, "kind">, is_ended: boolean): readonly Resolution[] {
  if (!is_ended) return ["complete", "failed", "ask"];
  return row.kind === "success_after_failure" || row.kind === "failure_after_success"
    ? ["correct", "absorb", "ignore"]
    : ["ignore"];
}

/**
 * Which way money turned out to have moved, against what was booked. A transfer or refund that went out after all, and a
 * payment that did not come in after all, are money at the provider that we do not have.
 */
export function direction(
  kind: "transfer" | "collect" | "refund",
  doubt: ReviewRow["kind"],
): "to_provider" | "from_provider" {
  const was_success = doubt === "success_after_failure";
  return (kind === "collect") === was_success ? "from_provider" : "to_provider";
}
