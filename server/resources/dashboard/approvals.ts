import type { Tx } from "#db/tx.ts";
import { isId } from "#kernel/ids.ts";
import type { Scope } from "#kernel/scope.ts";
import { openReceiver } from "#providers/account-number.ts";
import type { ApprovalDecision } from "#resources/approvals/decide.ts";
import { presentWarnings } from "#resources/approvals/present.ts";
import { ApprovalRuleView, NewApprovalRule, Rejection } from "#resources/approvals/schema.ts";
import { readApprovalRule, setApprovalRule } from "#resources/approvals/set-rule.ts";
import { decideBulk } from "#resources/bulk/decide.ts";
import { decideRefund } from "#resources/refunds/decide.ts";
import { decideTransfer } from "#resources/transfers/decide.ts";
import { decideWithdrawal } from "#resources/withdrawals/decide.ts";
import { maskIfLive } from "./account-number.ts";
import type { WaitingOrder } from "./schema.ts";
import { countWaiting, listWaiting } from "./store.ts";

export { ApprovalRuleView, NewApprovalRule, Rejection, readApprovalRule, setApprovalRule };

const SHOWN_MAX = 100;

/** Returns the orders that wait for a second person, the oldest first, as `person` sees them. */
export async function listWaitingOrders(
  tx: Tx,
  scope: Scope,
  person: string,
): Promise<{ readonly items: WaitingOrder[]; readonly totals: number }> {
  const [rows, totals] = await Promise.all([listWaiting(tx, scope, SHOWN_MAX), countWaiting(tx, scope)]);
  const items = rows.map(
    ({ subject, requested_by, requested_by_name, requested_at, receiver, seen, ...order }): WaitingOrder => ({
      ...order,
      id: subject,
      seen: presentWarnings(seen, order.name),
      number: receiver === null ? null : maskIfLive(scope, openReceiver(scope, subject, receiver)),
      ...{ requested_by: requested_by_name, requested_at, is_own: requested_by === person },
    }),
  );
  return { items, totals };
}

/** Applies a decision to a transfer, a refund, or a whole bulk. Runs as the engine. */
export async function decideOrder(tx: Tx, scope: Scope, id: string, decision: ApprovalDecision): Promise<void> {
  const decideByKind = isId("btr", id)
    ? decideBulk
    : isId("ref", id)
      ? decideRefund
      : isId("wdr", id)
        ? decideWithdrawal
        : decideTransfer;
  await decideByKind(tx, scope, id, decision);
}
