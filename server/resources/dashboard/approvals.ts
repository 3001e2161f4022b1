import type { Tx } from "#db/tx.ts";
import { ServiceError } from "#kernel/errors.ts";
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
import type { OrderToApprove, WaitingOrder } from "./schema.ts";
import { countWaiting, findApprovalOrder, listWaiting, type WaitingOrderRow } from "./store.ts";

export { ApprovalRuleView, NewApprovalRule, Rejection, readApprovalRule, setApprovalRule };

const SHOWN_MAX = 100;

/** Returns the orders that wait for a second person, the oldest first, as `person` sees them. */
export async function listWaitingOrders(
  tx: Tx,
  scope: Scope,
  person: string,
): Promise<{ readonly items: WaitingOrder[]; readonly totals: number }> {
  const [rows, totals] = await Promise.all([listWaiting(tx, scope, SHOWN_MAX), countWaiting(tx, scope)]);
  return { items: rows.map((row) => presentOrder(scope, row, person)), totals };
}

/** Returns one order that needs or needed a second person, as `person` sees it. Throws `not_found`. */
export async function readOrderToApprove(tx: Tx, scope: Scope, id: string, person: string): Promise<OrderToApprove> {
  const row = await findApprovalOrder(tx, scope, id);
  if (!row) throw new ServiceError(reasonOfMissing(id), "There is no order with this id that needs a second person");
  const { state, decided_by_name, decided_at, reason } = row;
  return { ...presentOrder(scope, row, person), state, decided_by: decided_by_name, decided_at, reason };
}

function reasonOfMissing(id: string) {
  if (isId("btr", id)) return "bulk_transfer_not_found";
  if (isId("ref", id)) return "refund_not_found";
  return isId("wdr", id) ? "withdrawal_not_found" : "transfer_not_found";
}

function presentOrder(
  scope: Scope,
  { subject, requested_by, requested_by_name, requested_at, receiver, seen, ...row }: WaitingOrderRow,
  person: string,
): WaitingOrder {
  const { kind, name, bank_code, amount, currency, transfers, channel } = row;
  return {
    ...{ id: subject, kind, name, bank_code, amount, currency, transfers, channel },
    seen: presentWarnings(seen, name),
    number: receiver === null ? null : maskIfLive(scope, openReceiver(scope, subject, receiver)),
    ...{ requested_by: requested_by_name, requested_at, is_own: requested_by === person },
  };
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
