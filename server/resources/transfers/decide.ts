import type { Tx } from "#db/tx.ts";
import { recordEvents } from "#events/events.ts";
import { assert, invalid, ServiceError } from "#kernel/errors.ts";
import type { Id } from "#kernel/ids.ts";
import type { Scope } from "#kernel/scope.ts";
import { release } from "#ledger/ledger.ts";
import { cancelAttempts, releaseAttempts } from "#providers/attempts.ts";
import { addApprovedToDailyTotals } from "#resources/approvals/daily-total.ts";
import { type ApprovalDecision, decideApproval } from "#resources/approvals/decide.ts";
import { forgetGuarded } from "#resources/duplicate-guard/guard.ts";
import { freeLimits } from "#resources/limits/count.ts";
import { DUE_FUNDS } from "./fund.ts";
import { eventData } from "./present.ts";
import { firstSendAt, hasHold, mayBeSent } from "./rules.ts";
import { find, markApproved, markRejected } from "./store.ts";

/**
 * Applies a second person's decision: the transfer is sent, or it is canceled and its money released. Runs as the
 * engine. Throws `not_found`; `invalid` if no approval is pending or the transfer belongs to a bulk; `forbidden` for
 * the person who ordered it.
 */
export async function decideTransfer(tx: Tx, scope: Scope, id: string, decision: ApprovalDecision): Promise<void> {
  const transfer = await find(tx, scope, id);
  if (!transfer) throw new ServiceError("transfer_not_found", "Transfer not found");
  if (transfer.bulk !== null)
    throw invalid("approval", "approval_of_bulk", `This is decided with its bulk, ${transfer.bulk}`, {
      bulk: transfer.bulk,
    });
  const { amount, currency, reference } = transfer;
  const audit_data = { amount: amount.toString(), currency, reference };
  const requested_by = await decideApproval(tx, scope, { kind: "transfer", id: transfer.id, audit_data }, decision);
  await applyDecision(tx, scope, [transfer.id], decision.state, requested_by);
}

/**
 * Applies a decision to those of these transfers whose approval is still pending. All of them must have the same due
 * time.
 */
export async function applyDecision(
  tx: Tx,
  scope: Scope,
  ids: readonly string[],
  state: ApprovalDecision["state"],
  requested_by: Id<"per"> | null,
): Promise<void> {
  if (state === "approved") {
    const approved = await markApproved(tx, scope, ids);
    await addApprovedToDailyTotals(tx, scope, requested_by, approved);
    // The other transfers are funded at their due time; `fundDueTransfers` releases their attempts then.
    const sendable = approved.filter(mayBeSent);
    const [first] = sendable;
    if (first) await releaseAttempts(tx, scope, sendable.map(idOf), firstSendAt(first, tx.now));
    tx.wake(DUE_FUNDS);
    return;
  }
  const rejected = await markRejected(tx, scope, ids);
  assert(rejected.length > 0, "the decided order waits for an approval");
  await cancelAttempts(tx, scope, rejected.map(idOf));
  freeLimits(tx, rejected);
  forgetGuarded(tx, rejected);
  await recordEvents(
    tx,
    rejected.map((transfer) => ({
      scope: transfer,
      type: "transfer.canceled",
      resource: transfer.id,
      sequence: transfer.sequence,
      data: eventData(transfer),
    })),
  );
  await release(
    tx,
    rejected.filter(hasHold).map(({ merchant, environment, currency, id, amount_total }) => ({
      ...{ merchant, environment, currency, subject: id, amount: amount_total },
    })),
  );
}

function idOf({ id }: { readonly id: string }): string {
  return id;
}
