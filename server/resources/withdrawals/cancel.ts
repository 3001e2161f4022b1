import type { Tx } from "#db/tx.ts";
import { assert, ServiceError } from "#kernel/errors.ts";
import type { Person, Scope } from "#kernel/scope.ts";
import { cancel as cancelAttempt } from "#providers/attempts.ts";
import { closeApproval, lockApproval } from "#resources/approvals/close.ts";
import { recordPersonAction } from "#resources/audit-log/record.ts";
import { bookEnded } from "./end.ts";
import { changeStatus, find, NO_FAILURE } from "./store.ts";

/**
 * Cancels a pending withdrawal and releases its money. Throws `not_found`, and `invalid` once it may have been sent or
 * the platform operator has started to pay it.
 */
export async function cancelWithdrawal(tx: Tx, scope: Scope, id: string, by: Person | null): Promise<void> {
  const withdrawal = await find(tx, scope, id);
  if (!withdrawal) throw new ServiceError("withdrawal_not_found", "Withdrawal not found");
  // `decideWithdrawal` locks the same approval, so nobody can approve the withdrawal while it is being canceled.
  if (withdrawal.approval === "waiting") await lockApproval(tx, scope, withdrawal.id);
  const is_stopped =
    withdrawal.status === "pending" && (withdrawal.channel === null || (await cancelAttempt(tx, scope, withdrawal.id)));
  const change = { ...scope, ...NO_FAILURE, id: withdrawal.id, status: "canceled" as const };
  const [canceled] = is_stopped ? await changeStatus(tx, [change], ["pending"]) : [];
  if (!canceled) {
    // The error rolls back the transaction, including a cancellation of the attempt.
    throw new ServiceError("withdrawal_not_cancelable", "Withdrawal cannot be canceled in its current state");
  }
  if (canceled.approval === "canceled") await closeApproval(tx, scope, canceled.id);
  assert(canceled.status === "canceled", "a canceled withdrawal has the status canceled");
  await recordPersonAction(tx, scope, by, {
    ...{ action: "withdrawal.canceled", subject: canceled.id, before: { status: "pending" } },
    after: { status: canceled.status, amount: `${canceled.amount}`, currency: canceled.currency },
  });
  await bookEnded(tx, [canceled]);
}
