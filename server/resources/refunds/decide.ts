import type { Tx } from "#db/tx.ts";
import { recordEvents } from "#events/events.ts";
import { assert, ServiceError } from "#kernel/errors.ts";
import type { Scope } from "#kernel/scope.ts";
import { release } from "#ledger/ledger.ts";
import { cancelAttempts, type Failure, releaseAttempts } from "#providers/attempts.ts";
import { addApprovedToDailyTotals } from "#resources/approvals/daily-total.ts";
import { type ApprovalDecision, decideApproval } from "#resources/approvals/decide.ts";
import { freeLimits } from "#resources/limits/count.ts";
import { endRefunds } from "#resources/payments/store.ts";
import { returnShares } from "#resources/splits/return.ts";
import { eventData } from "./present.ts";
import { find, markDecided } from "./store.ts";

/** The failure of a rejected refund. The approval contains the person's reason. */
const REJECTED: Failure = { code: "rejected_by_approver", reason: "A second person rejected it" };

/**
 * Applies a second person's decision: the refund is sent, or it fails and its money is released. Runs as the engine.
 * Throws `not_found`; `invalid` if no approval is pending; `forbidden` for its maker.
 */
export async function decideRefund(tx: Tx, scope: Scope, id: string, decision: ApprovalDecision): Promise<void> {
  const refund = await find(tx, scope, id);
  if (!refund) throw new ServiceError("refund_not_found", "Refund not found");
  const { amount, currency, payment } = refund;
  const audit_data = { amount: amount.toString(), currency, payment };
  const requested_by = await decideApproval(tx, scope, { kind: "refund", id, audit_data }, decision);
  const is_approved = decision.state === "approved";
  const decided = await markDecided(tx, scope, id, is_approved ? null : REJECTED);
  assert(decided, "the decided order waits for an approval");
  if (is_approved) {
    await addApprovedToDailyTotals(tx, scope, requested_by, [decided]);
    await releaseAttempts(tx, scope, [id], tx.now);
    return;
  }
  await cancelAttempts(tx, scope, [id]);
  freeLimits(tx, [decided]);
  await endRefunds(tx, [{ ...scope, payment, refunded: 0n, released: amount }]);
  const { sequence } = decided;
  await recordEvents(tx, [{ scope, type: "refund.failed", resource: id, sequence, data: eventData(decided) }]);
  await release(tx, [{ ...scope, currency, subject: id, amount }]);
  await returnShares(tx, [decided]);
}
