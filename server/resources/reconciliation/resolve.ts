import type { Tx } from "#db/tx.ts";
import { invalid } from "#kernel/errors.ts";
import { find as findMerchant } from "#resources/merchants/store.ts";
import type { DriftRow } from "./balance-check-store.ts";
import { explainDrift } from "./explain-drift.ts";
import { type LineDecision, resolveLine } from "./resolve-line.ts";
import type { LineRow } from "./schema.ts";

/**
 * Applies a decision to an exception by its id. A statement line is booked or ignored; a drift is explained, with the
 * resolution `ignore`. Throws as `resolveLine` and `explainDrift` do.
 */
export async function resolveException(tx: Tx, id: string, decision: LineDecision): Promise<LineRow | DriftRow> {
  if (id.startsWith("dft_")) {
    if (decision.resolution !== "ignore")
      throw invalid("as", "resolution_not_allowed", "A drift is explained and books nothing: ignore", {
        values: ["ignore"],
      });
    return explainDrift(tx, id, decision.note, decision.actor);
  }
  if (decision.merchant !== null && !(await findMerchant(tx, decision.merchant))) {
    throw invalid("merchant", "unknown_merchant", `There is no merchant ${decision.merchant}`);
  }
  return resolveLine(tx, id, decision);
}
