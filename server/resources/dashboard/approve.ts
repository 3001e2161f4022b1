import type { Tx } from "#db/tx.ts";
import { isId } from "#kernel/ids.ts";
import type { Scope } from "#kernel/scope.ts";
import { readReceiver } from "#providers/receiver.ts";
import type { Decision } from "#resources/approvals/decide.ts";
import { NewRule, Rejection, RuleField } from "#resources/approvals/schema.ts";
import { ruleOf, setRule } from "#resources/approvals/set-rule.ts";
import { showSeen } from "#resources/approvals/show.ts";
import { decideBulk } from "#resources/bulk/decide.ts";
import { decideRefund } from "#resources/refunds/decide.ts";
import { decideTransfer } from "#resources/transfers/decide.ts";
import { shownNumber } from "./account-number.ts";
import type { WaitingOrder } from "./schema.ts";
import { countWaiting, listWaiting } from "./store.ts";

export { NewRule, Rejection, RuleField, ruleOf, setRule };

const SHOWN_MAX = 100;

/** The orders that wait for a second person, the oldest first, as `person` sees them. */
export async function waitingOf(
  tx: Tx,
  scope: Scope,
  person: string,
): Promise<{ readonly items: WaitingOrder[]; readonly totals: number }> {
  const [rows, totals] = await Promise.all([listWaiting(tx, scope, SHOWN_MAX), countWaiting(tx, scope)]);
  const items = rows.map(
    ({ subject, asked_by, asked_by_name, asked_at, receiver, seen, ...order }): WaitingOrder => ({
      ...order,
      id: subject,
      seen: showSeen(seen, order.name),
      number: receiver === null ? null : shownNumber(scope, readReceiver(scope, subject, receiver)),
      ...{ asked_by: asked_by_name, asked_at, is_own: asked_by === person },
    }),
  );
  return { items, totals };
}

/** Applies a decision about a transfer, a refund, or a whole bulk. Runs as the engine. */
export async function decideOn(tx: Tx, scope: Scope, id: string, decision: Decision): Promise<void> {
  const decide = isId("btr", id) ? decideBulk : isId("ref", id) ? decideRefund : decideTransfer;
  await decide(tx, scope, id, decision);
}
