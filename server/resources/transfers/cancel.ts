import type { Tx } from "#db/tx.ts";
import { recordEvents } from "#events/events.ts";
import { ServiceError } from "#kernel/errors.ts";
import type { Person, Scope } from "#kernel/scope.ts";
import { release } from "#ledger/ledger.ts";
import { cancel as cancelAttempt } from "#providers/attempts.ts";
import { closeApproval, lockApproval } from "#resources/approvals/close.ts";
import { removeFromDailyTotals } from "#resources/approvals/daily-total.ts";
import { recordPersonAction } from "#resources/audit-log/record.ts";
import { forgetGuarded } from "#resources/duplicate-guard/guard.ts";
import { freeLimits } from "#resources/limits/count.ts";
import { eventData } from "./present.ts";
import { hasHold, statusBefore } from "./rules.ts";
import { changeStatus, find, isBulkWaiting } from "./store.ts";

/**
 * Cancels a pending transfer and releases its money. Throws `not_found`, and `invalid` once its attempt may have been
 * sent. The attempt's row decides, so a canceled transfer was never sent. A cancellation by a person is recorded in the
 * audit log.
 */
export async function cancelTransfer(tx: Tx, scope: Scope, id_or_reference: string, by: Person | null): Promise<void> {
  const transfer = await find(tx, scope, id_or_reference);
  if (!transfer) throw new ServiceError("transfer_not_found", "Transfer not found");
  const approval_subject = transfer.approval === "waiting" ? (transfer.bulk ?? transfer.id) : null;
  // `decideTransfer` locks the same approval, so nobody can approve the transfer while it is being canceled.
  if (approval_subject !== null) await lockApproval(tx, scope, approval_subject);
  const is_stopped = transfer.status === "pending" && (await cancelAttempt(tx, scope, transfer.id));
  if (!is_stopped) throw tooLate();

  const [canceled] = await changeStatus(
    tx,
    [{ ...scope, id: transfer.id, status: "canceled", failure_code: null, failure_reason: null }],
    statusBefore("canceled"),
  );
  // The transfer was sent after the read above, and the provider never received it. It is `processing` and will be sent
  // again.
  if (!canceled) throw tooLate();
  const is_bulk_waiting =
    transfer.bulk !== null && approval_subject !== null && (await isBulkWaiting(tx, scope, transfer.bulk));
  if (approval_subject !== null && !is_bulk_waiting) await closeApproval(tx, scope, approval_subject);
  await removeFromDailyTotals(tx, [canceled]);
  freeLimits(tx, [canceled]);
  forgetGuarded(tx, [canceled]);
  const { merchant, environment, currency, id, amount_total } = canceled;
  await recordPersonAction(tx, scope, by, {
    ...{ action: "transfer.canceled", subject: id, before: { status: transfer.status, approval: transfer.approval } },
    after: { status: canceled.status, amount: canceled.amount.toString(), currency, reference: canceled.reference },
  });
  await Promise.all([
    recordEvents(tx, [
      { scope, type: "transfer.canceled", resource: id, sequence: canceled.sequence, data: eventData(canceled) },
    ]),
    hasHold(canceled) ? release(tx, [{ merchant, environment, currency, subject: id, amount: amount_total }]) : null,
  ]);
}

function tooLate(): ServiceError {
  return new ServiceError("transfer_not_cancelable", "Transfer cannot be canceled in its current state");
}
