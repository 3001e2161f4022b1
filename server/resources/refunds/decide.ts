import type { Tx } from "#db/tx.ts";
import { record } from "#events/events.ts";
import { assert, ServiceError } from "#kernel/errors.ts";
import type { Scope } from "#kernel/scope.ts";
import { release } from "#ledger/ledger.ts";
import { cancelAll, letGo } from "#providers/attempts.ts";
import { countApproved } from "#resources/approvals/daily-total.ts";
import { type Decision, decide } from "#resources/approvals/decide.ts";
import { endRefunds } from "#resources/payments/store.ts";
import { eventData } from "./show.ts";
import { find, markDecided } from "./store.ts";

/** The `failure_reason` of a rejected refund. The person's reason is in the approval. */
const REJECTED = "A second person rejected it";

/**
 * Applies a second person's decision: the refund is sent, or fails and its money is released. Runs as the engine.
 * Throws `not_found`; `invalid` when it does not wait; `forbidden` to its maker.
 */
export async function decideRefund(tx: Tx, scope: Scope, id: string, decision: Decision): Promise<void> {
  const refund = await find(tx, scope, id);
  if (!refund) throw new ServiceError("not_found", "Refund not found");
  const { amount, currency, payment } = refund;
  const told = { amount: amount.toString(), currency, payment };
  const asked_by = await decide(tx, scope, { kind: "refund", id, told }, decision);
  const is_approved = decision.state === "approved";
  const decided = await markDecided(tx, scope, id, is_approved ? null : REJECTED);
  assert(decided, "what is decided about waits");
  if (is_approved) {
    await countApproved(tx, scope, asked_by, [decided]);
    await letGo(tx, scope, [id]);
    return;
  }
  await cancelAll(tx, scope, [id]);
  await endRefunds(tx, [{ ...scope, payment, refunded: 0n, released: amount }]);
  const { sequence } = decided;
  await record(tx, [{ scope, type: "refund.failed", resource: id, sequence, data: eventData(decided) }]);
  await release(tx, [{ ...scope, currency, subject: id, amount }]);
}
