import type { Reader, Tx } from "#db/tx.ts";
import type { Id } from "#kernel/ids.ts";
import type { Scope } from "#kernel/scope.ts";
import { DAY_MS, plus } from "#kernel/time.ts";
import type { Maker, RuleRow, SentOrder } from "./schema.ts";
import { expectWithin, findRules, forgetSent, insertSent, lockMakers, removeSent, sumSent } from "./store.ts";

const COUNTED_MS = DAY_MS;
// Twice as long: another server may still count what this one no longer does.
const KEPT_MS = 2 * COUNTED_MS;

// Of all keys of a merchant together: whoever may make keys could share an amount out among several.
const KEYS = "key";

export function makerOf({ merchant, environment }: Scope, by: { readonly id: string } | null): Maker {
  return { merchant, environment, maker: by?.id ?? KEYS };
}

/** What a maker has sent in the last 24 hours. */
export type SentBy = (maker: Maker) => bigint;

export const NOTHING_SENT: SentBy = () => 0n;

/**
 * What these makers have sent in the last 24 hours: transfers, alone and of bulks, and refunds that went out or are about to,
 * with or without a second person. What waits, was rejected or canceled, or failed does not count.
 */
export async function sentInADay(tx: Tx, makers: readonly Maker[]): Promise<SentBy> {
  const sums = await sumSent(tx, distinct(makers), plus(tx.now, -COUNTED_MS));
  const amounts = new Map(sums.map((sum) => [textOf(sum), sum.amount]));
  return (maker) => amounts.get(textOf(maker)) ?? 0n;
}

/** On a transaction's second try what its makers have sent stays as it is read. Comes before balances are locked. */
export async function holdMakersOnRetry(tx: Reader, makers: readonly Maker[]): Promise<void> {
  if (tx.is_retry) await lockMakers(tx, makers);
}

/** What an order needs to be counted: the amount of the rule it goes out under; null where none has one. */
export function countedAbove(rule: RuleRow | null): bigint | null {
  return rule?.amount_above ?? null;
}

/**
 * Counts orders that go out without a second person. Statements to be sent together, ahead of the hold: where others of the same
 * maker were counted since the total was read and it is above the amount now, the transaction is tried again.
 */
export function countSent(tx: Tx, orders: readonly SentOrder[]): readonly Promise<unknown>[] {
  const limits = [...new Map(orders.map((order) => [textOf(order), order])).values()];
  return [lockMakers(tx, limits), insertSent(tx, orders), expectWithin(tx, limits, plus(tx.now, -COUNTED_MS))];
}

/** Counts orders that a second person has agreed to, where the rule that stands now has an amount in their currency. */
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

/** Orders that failed or were canceled count no longer. */
export async function uncount(tx: Tx, orders: readonly (Scope & { readonly id: string })[]): Promise<void> {
  if (orders.length === 0) return;
  await removeSent(
    tx,
    orders.map(({ merchant, environment, id }) => ({ merchant, environment, subject: id })),
  );
}

/** Deletes what does not count any more. */
export async function forgetCounted(tx: Tx): Promise<void> {
  await forgetSent(tx, plus(tx.now, -KEPT_MS));
}

function textOf({ merchant, environment, maker }: Maker): string {
  return `${merchant} ${environment} ${maker}`;
}

function distinct(makers: readonly Maker[]): readonly Maker[] {
  return [...new Map(makers.map((maker) => [textOf(maker), maker])).values()];
}
