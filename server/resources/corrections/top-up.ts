import type { Tx } from "#db/tx.ts";
import { invalid } from "#kernel/errors.ts";
import { addFunds, type TopUp, validateTopUp } from "#resources/balance/add-funds.ts";
import { type CorrectionOrder, proposeOrBook } from "./book.ts";
import type { CorrectionRow } from "./schema.ts";
import { isSecondPersonNeeded } from "./second-person.ts";

/**
 * Adds funds, or proposes them to a second platform operator. Returns the proposal; null if the funds were added. Runs
 * as the engine. Throws `invalid`, also for a proposal without a note.
 */
export async function topUp(
  tx: Tx,
  top_up: TopUp,
  order: Pick<CorrectionOrder, "actor" | "dual_control_above">,
): Promise<CorrectionRow | null> {
  const { scope, currency, amount, note } = top_up;
  if (!(await isSecondPersonNeeded(tx, { ...scope, currency, amount }, order))) {
    await addFunds(tx, top_up, order.actor);
    return null;
  }
  await validateTopUp(tx, top_up);
  if (note === null) {
    throw invalid("document", "document_required", "A second person must approve this: name its document by --note");
  }
  return proposeOrBook(
    tx,
    scope,
    { ...order, reason: note, document: note, as_debt: false },
    { kind: "fund", corrects: null, attempt: null, currency, amount, debit: "funding", credit: "available" },
  );
}
