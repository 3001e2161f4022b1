import type { Tx } from "#db/tx.ts";
import { recordEvents } from "#events/events.ts";
import { assert, invalid } from "#kernel/errors.ts";
import type { Scope } from "#kernel/scope.ts";
import type { AttemptDetails } from "#providers/attempts.ts";
import { hasRestFor, updateInvoicesOf } from "#resources/invoices/progress.ts";
import { endRefunds, lock as lockPayment } from "#resources/payments/store.ts";
import { correctRefundShares } from "#resources/splits/correct.ts";
import { eventData } from "./present.ts";
import { find, markCorrected } from "./store.ts";

/**
 * Updates a complete refund after a correction of its ledger entries. `booked` is the amount that the ledger contains
 * for the attempt after the correction; it is negative for money paid out. The part that the payer did not receive can
 * be refunded again. With `moves_parts` the parts of a split payment get their shares back, unless the house absorbs the
 * difference; with `as_debt` a linked merchant may owe its share. Attempts that are not complete refunds are ignored.
 * Throws `invalid` if the payment was refunded again, so that undoing the correction would exceed it, or if its invoice
 * was paid again with the reopened part.
 */
export async function correctRefund(
  tx: Tx,
  scope: Scope,
  attempt: AttemptDetails,
  booked: bigint,
  { moves_parts, as_debt }: { readonly moves_parts: boolean; readonly as_debt: boolean },
): Promise<void> {
  if (attempt.kind !== "refund" || attempt.state !== "complete") return;
  const unlocked = await find(tx, scope, attempt.subject);
  assert(unlocked, "a refund's attempt belongs to a refund");
  // Lock the payment before the refund, in the same order as every other refund of it.
  const payment = await lockPayment(tx, scope, unlocked.payment);
  const refund = await find(tx, scope, attempt.subject);
  assert(refund?.status === "complete" && payment, "a complete attempt belongs to a complete refund");
  const sum = refund.amount + booked;
  const amount_corrected = sum < 0n ? 0n : sum > refund.amount ? refund.amount : sum;
  const change = amount_corrected - refund.amount_corrected;
  if (change === 0n) return;
  if (payment.amount_refunding - change > payment.amount) {
    throw invalid("entry", "refund_given_again", "The payment has been refunded again: reverse that refund first");
  }
  if (change > 0n && !(await hasRestFor(tx, payment, change))) {
    throw invalid("entry", "invoice_paid_again", "The invoice has been paid again: refund one of its payments first");
  }
  await endRefunds(tx, [{ ...scope, payment: refund.payment, refunded: -change, released: change }]);
  if (moves_parts) await correctRefundShares(tx, scope, refund, { change, as_debt });
  await updateInvoicesOf(tx, [payment]);
  const corrected = await markCorrected(tx, scope, refund.id, amount_corrected);
  await recordEvents(tx, [
    {
      ...{ scope, type: "refund.corrected", resource: refund.id },
      ...{ sequence: corrected.sequence, data: eventData(corrected) },
    },
  ]);
}
