import type { Tx } from "#db/tx.ts";
import { invalid } from "#kernel/errors.ts";
import { find as findMerchant } from "#resources/merchants/store.ts";
import type { DriftRow } from "./balances.ts";
import { explainDrift } from "./explain-drift.ts";
import type { LineRow } from "./schema.ts";
import { type Decision, settleException } from "./settle.ts";

/**
 * Decides about what does not agree, by the id the exceptions show: a line of a statement is booked or not, a drift of an
 * account is explained, which is to ignore it. Throws as `settleException` and `explainDrift` do.
 */
export async function resolveException(tx: Tx, id: string, decision: Decision): Promise<LineRow | DriftRow> {
  if (id.startsWith("dft_")) {
    if (decision.resolution !== "ignore") throw invalid("as", "A drift is explained and books nothing: ignore");
    return explainDrift(tx, id, decision.note, decision.actor);
  }
  if (decision.merchant !== null && !(await findMerchant(tx, decision.merchant))) {
    throw invalid("merchant", `There is no merchant ${decision.merchant}`);
  }
  return settleException(tx, id, decision);
}
