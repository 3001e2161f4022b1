import type { ReadTx, Tx } from "#db/tx.ts";
import type { Id } from "#kernel/ids.ts";
import type { Scope } from "#kernel/scope.ts";
import { DAY_MS, plus } from "#kernel/time.ts";
import type { ApprovalRuleRow, Maker, SentOrder } from "./schema.ts";
import {
  addSentOrders,
  assertWithinLimits,
  deleteSentBefore,
  findRules,
  lockMakers,
  subtractSentOrders,
  sumDailyTotals,
} from "./store.ts";

const WINDOW_MS = DAY_MS;
// Twice the window, because another server's clock may be behind.
const RETENTION_MS = 2 * WINDOW_MS;

// All API keys of a merchant share one total. Otherwise an amount could be split over several keys.
const API_KEYS_MAKER = "key";

export function makerOf({ merchant, environment }: Scope, by: { readonly id: string } | null): Maker {
  return { merchant, environment, maker: by?.id ?? API_KEYS_MAKER };
}

/** Returns the amount that a maker has sent in the last 24 hours. */
export type DailyTotalLookup = (maker: Maker) => bigint;

export const NO_DAILY_TOTALS: DailyTotalLookup = () => 0n;

/**
 * Reads the total of each maker in the last 24 hours: transfers, bulk entries and refunds that were sent or are about
 * to be. Orders that wait for approval, and rejected, canceled or failed ones, do not count.
 */
export async function readDailyTotals(tx: Tx, makers: readonly Maker[]): Promise<DailyTotalLookup> {
  const sums = await sumDailyTotals(tx, distinctMakers(makers), plus(tx.now, -WINDOW_MS));
  const amounts = new Map(sums.map((sum) => [makerKey(sum), sum.amount]));
  return (maker) => amounts.get(makerKey(maker)) ?? 0n;
}

/** On a retry, locks the makers' totals, so that no other order changes them again. Call it before locking balances. */
export async function lockMakersOnRetry(tx: ReadTx, makers: readonly Maker[]): Promise<void> {
  if (tx.is_retry) await lockMakers(tx, makers);
}

/** Returns the amount above which an order needs approval; null without a rule, or for a rule without an amount. */
export function approvalThreshold(rule: ApprovalRuleRow | null): bigint | null {
  return rule?.amount_above ?? null;
}

/**
 * Adds orders that need no second person to their makers' totals. The caller flushes the returned statements together,
 * before it holds the money. If other orders have meanwhile raised a total above the rule's amount, the transaction is
 * retried.
 */
export function addToDailyTotals(tx: Tx, orders: readonly SentOrder[]): readonly Promise<unknown>[] {
  const limits = [...new Map(orders.map((order) => [makerKey(order), order])).values()];
  return [lockMakers(tx, limits), addSentOrders(tx, orders), assertWithinLimits(tx, limits, plus(tx.now, -WINDOW_MS))];
}

/** Adds approved orders to their maker's total, if the current rule has an amount in their currency. */
export async function addApprovedToDailyTotals(
  tx: Tx,
  scope: Scope,
  requested_by: Id<"per"> | null,
  orders: readonly { readonly id: string; readonly amount: bigint; readonly currency: string }[],
): Promise<void> {
  const [rule] = await findRules(tx, [scope]);
  if (!rule || rule.amount_above === null) return;
  const counted = orders.filter(({ currency }) => currency === rule.currency);
  if (counted.length === 0) return;
  const by = makerOf(scope, requested_by === null ? null : { id: requested_by });
  await addSentOrders(
    tx,
    counted.map(({ id, amount }) => ({ ...by, subject: id, amount })),
  );
}

/** Removes orders that failed or were canceled from the totals. */
export async function removeFromDailyTotals(
  tx: Tx,
  orders: readonly (Scope & { readonly id: string })[],
): Promise<void> {
  if (orders.length === 0) return;
  await subtractSentOrders(
    tx,
    orders.map(({ merchant, environment, id }) => ({ merchant, environment, subject: id })),
  );
}

/** Retention: deletes rows older than 48 hours. */
export async function deleteOldDailyTotals(tx: Tx): Promise<void> {
  await deleteSentBefore(tx, plus(tx.now, -RETENTION_MS));
}

function makerKey({ merchant, environment, maker }: Maker): string {
  return `${merchant} ${environment} ${maker}`;
}

function distinctMakers(makers: readonly Maker[]): readonly Maker[] {
  return [...new Map(makers.map((maker) => [makerKey(maker), maker])).values()];
}
