import type { Tx } from "#db/tx.ts";
import { assert, ServiceError } from "#kernel/errors.ts";
import type { Scope } from "#kernel/scope.ts";
import { cancelAttempts, releaseAttempts } from "#providers/attempts.ts";
import { addApprovedToDailyTotals } from "#resources/approvals/daily-total.ts";
import { type ApprovalDecision, decideApproval } from "#resources/approvals/decide.ts";
import { bookEnded } from "./end.ts";
import { find, markDecided } from "./store.ts";

/**
 * Applies a second person's decision: the withdrawal proceeds, or it is canceled and its money released. Runs as the
 * engine. Throws `not_found`; `invalid` if no approval is pending; `forbidden` for its maker.
 */
export async function decideWithdrawal(tx: Tx, scope: Scope, id: string, decision: ApprovalDecision): Promise<void> {
  const withdrawal = await find(tx, scope, id);
  if (!withdrawal) throw new ServiceError("withdrawal_not_found", "Withdrawal not found");
  const audit_data = { amount: `${withdrawal.amount}`, currency: withdrawal.currency, account: withdrawal.account };
  const requested_by = await decideApproval(tx, scope, { kind: "withdrawal", id, audit_data }, decision);
  const decided = await markDecided(tx, scope, id, decision.state);
  assert(decided, "the decided order waits for an approval");
  const has_attempt = decided.channel !== null;
  if (decision.state === "approved") {
    await addApprovedToDailyTotals(tx, scope, requested_by, [decided]);
    if (has_attempt) await releaseAttempts(tx, scope, [id], tx.now);
    return;
  }
  if (has_attempt) await cancelAttempts(tx, scope, [id]);
  await bookEnded(tx, [decided]);
}
