import type { Reader, Tx } from "#db/tx.ts";
import type { Id } from "#kernel/ids.ts";
import type { Scope } from "#kernel/scope.ts";
import { DAY_MS, plus } from "#kernel/time.ts";
import type { Maker, RuleRow, SentOrder } from "./schema.ts";
import { expectWithin, findRules, forgetSent, insertSent, lockMakers, removeSent, sumSent } from "./store.ts";

const COUNTED_MS = DAY_MS;
// Twice the counted time: the clock of another server may be behind.
const KEPT_MS = 2 * COUNTED_MS;

// One total for all keys of a merchant: otherwise several keys could split an amount.
const KEYS = "key";

export function makerOf({ merchant, environment }: Scope, by: { readonly id: string } | null): Maker {
  return { merchant, environment, maker: by?.id ?? KEYS };
}

/** The total amount that a maker has sent in the last 24 hours. */
export type SentBy = (maker: Maker) => bigint;

export const NOTHING_SENT: SentBy = () => 0n;

/**
 * Totals of the last 24 hours by maker: transfers, bulk entries and refunds that were sent or are about to be. Orders
 * that wait, or were rejected, canceled or failed, do not count.
 */
export async function sentInADay(tx: Tx, makers: readonly Maker[]): Promise<SentBy> {
  const sums = await sumSent(tx, distinct(makers), plus(tx.now, -COUNTED_MS));
  const amounts = new Map(sums.map((sum) => [textOf(sum), sum.amount]));
  return (maker) => amounts.get(textOf(maker)) ?? 0n;
}

/** Locks the makers' totals on a retry, so that they cannot change again. Call it before locking balances. */
export async function holdMakersOnRetry(tx: Reader, makers: readonly Maker[]): Promise<void> {
  if (tx.is_retry) await lockMakers(tx, makers);
}

/** The rule's amount, against which an order is counted; null without a rule, or without an amount. */
export function countedAbove(rule: RuleRow | null): bigint | null {
  return rule?.amount_above ?? null;
}

/**
 * Counts orders that are sent without a second person. Returns statements to be flushed together, ahead of the hold. If
 * other orders of the maker have raised the total above the amount since it was read, the transaction is retried.
 */
export function countSent(tx: Tx, orders: readonly SentOrder[]): readonly Promise<unknown>[] {
  const limits = [...new Map(orders.map((order) => [textOf(order), order])).values()];
  return [lockMakers(tx, limits), insertSent(tx, orders), expectWithin(tx, limits, plus(tx.now, -COUNTED_MS))];
}

/** Counts orders that a second person approved, if the current rule has an amount in their currency. */
export async function countApproved(
  tx: Tx,
  scope: Scope,
  asked_by: Id<"per"> | null,
  orders: readonly { readonly id: string; readonly amount: bigint; readonly currency: string }[],
): Promise<void> {
  const [rule] = await findRules(tx, [scope]);
  if (!rule || rule.amount_above === null) return;
  const counted = orders.filter(({ currency }) => currency === rule.currency);
  if (counted.length === 0) return;
  const by = makerOf(scope, asked_by === null ? null : { id: asked_by });
  await insertSent(
    tx,
    counted.map(({ id, amount }) => ({ ...by, subject: id, amount })),
  );
}

/** Removes orders that failed or were canceled from the totals. */
export async function uncount(tx: Tx, orders: readonly (Scope & { readonly id: string })[]): Promise<void> {
  if (orders.length === 0) return;
  await removeSent(
    tx,
    orders.map(({ merchant, environment, id }) => ({ merchant, environment, subject: id })),
  );
}

/** Retention: deletes rows older than 48 hours. */
export async function forgetCounted(tx: Tx): Promise<void> {
  await forgetSent(tx, plus(tx.now, -KEPT_MS));
}

function textOf({ merchant, environment, maker }: Maker): string {
  return `${merchant} ${environment} ${maker}`;
}

function distinct(makers: readonly Maker[]): readonly Maker[] {
  return [...new Map(makers.map((maker) => [textOf(maker), maker])).values()];
}
