import { DatabaseError, type ReadTx, StaleRead, type Tx } from "#db/tx.ts";
import type { ServiceError } from "#kernel/errors.ts";
import type { Scope } from "#kernel/scope.ts";
import { DAY_MS, plus } from "#kernel/time.ts";
import { timeZoneOfMerchantRow } from "#kernel/time-zone.ts";
import { bucketCache, type Contribution, contributionsOf, findPassedLimit, limitExceeded } from "./rules.ts";
import type { LimitedOrder, LimitRule } from "./schema.ts";
import {
  addUsage,
  type CounterAddition,
  deleteEndedBefore,
  findOrderRules,
  findRules,
  findUsage,
  insertShares,
  lockCounters,
  type StoredRule,
  subtractShares,
} from "./store.ts";

/** Reads the limits of these merchants. On a retry it locks their counters first: call it before locking balances. */
export async function loadLimits(tx: ReadTx, scopes: readonly Scope[]): Promise<readonly LimitRule[]> {
  const [, rules] = await Promise.all([tx.is_retry ? lockCounters(tx, scopes) : null, findRules(tx, scopes)]);
  return rules.map(withTimeZone);
}

/** All rules of merchants for their orders. */
export interface StoredOrderRules {
  readonly limits: readonly LimitRule[];
  /** One per merchant whose duplicate guard is on. */
  readonly duplicate_guards: readonly (Scope & { readonly minutes: number })[];
  /** The merchants for which numbers or accounts are blocked. */
  readonly scopes_with_blocks: readonly Scope[];
}

/** Like `loadLimits`, with the other rules of these merchants. */
export async function loadOrderRules(tx: ReadTx, scopes: readonly Scope[]): Promise<StoredOrderRules> {
  const [, rows] = await Promise.all([tx.is_retry ? lockCounters(tx, scopes) : null, findOrderRules(tx, scopes)]);
  return {
    limits: rows.flatMap(({ duplicate_minutes: _minutes, has_blocks: _blocks, ...rule }) =>
      rule.id === null ? [] : [withTimeZone(rule)],
    ),
    duplicate_guards: rows.flatMap(({ merchant, environment, duplicate_minutes: minutes }) =>
      minutes === null ? [] : [{ merchant, environment, minutes }],
    ),
    scopes_with_blocks: rows.filter(({ has_blocks }) => has_blocks),
  };
}

function withTimeZone({ country, zone, ...rule }: StoredRule): LimitRule {
  return { ...rule, time_zone: timeZoneOfMerchantRow({ country, time_zone: zone }) };
}

/** An order, with the id of its transfer, refund, withdrawal or payment. */
export interface CountedOrder {
  readonly order: LimitedOrder;
  readonly subject: string;
}

/**
 * Counts orders one after another, without writing anything. An order that passes a limit is refused and not counted;
 * a set of orders is counted whole or refused whole.
 */
export interface LimitCounter {
  /** Returns the error of an order, or of a set of orders, that would pass a limit; null if it was counted. */
  take(orders: readonly CountedOrder[]): ServiceError | null;
  /** Adds the counted orders to the stored counters at the commit. Retries the transaction if others have used a limit up. */
  writeAtCommit(): void;
  /** Like `writeAtCommit`, but sends the statements now: for a transaction that sends its postings before the commit. */
  writeNow(): void;
}

const NO_LIMITS: LimitCounter = { take: () => null, writeAtCommit: () => {}, writeNow: () => {} };

/** Reads the used part of the limits that apply to these orders. `take` accepts only these orders. */
export async function openLimitCounter(
  tx: Tx,
  rules: readonly LimitRule[],
  orders: readonly LimitedOrder[],
): Promise<LimitCounter> {
  if (rules.length === 0) return NO_LIMITS;
  const bucketFor = bucketCache();
  const contributions = new Map(
    orders.map((order) => [order, contributionsOf(order, rulesOf(rules, order), bucketFor)]),
  );
  const counters = new Map(
    [...contributions.values()].flat().map(({ rule: { merchant, environment }, counter }) => {
      const key = { merchant, environment, counter };
      return [usageKey(key), key];
    }),
  );
  if (counters.size === 0) return NO_LIMITS;
  const rows = await findUsage(tx, [...counters.values()]);
  return limitCounter(tx, contributions, new Map(rows.map((row) => [usageKey(row), row.used])));
}

function rulesOf(rules: readonly LimitRule[], { merchant, environment }: Scope): readonly LimitRule[] {
  return rules.filter((rule) => rule.merchant === merchant && rule.environment === environment);
}

function limitCounter(
  tx: Tx,
  contributions: ReadonlyMap<LimitedOrder, readonly Contribution[]>,
  used: Map<string, bigint>,
): LimitCounter {
  const counted: CountedOrder[] = [];
  function send(): readonly Promise<unknown>[] {
    const shares = counted.flatMap((one) => {
      const counters = [...new Set(contributionsTo(one).map(({ counter }) => counter))];
      if (counters.length === 0) return [];
      const { subject } = one;
      const { merchant, environment, amount, counted_at } = one.order;
      return [{ merchant, environment, subject, counters: counters.join("\n"), amount, counted_at }];
    });
    if (shares.length === 0) return [];
    const additions = additionsOf(counted.flatMap((one) => addedBy(contributionsTo(one))));
    return [lockCounters(tx, shares), addUsage(tx, additions), insertShares(tx, shares)];
  }
  const contributionsTo = ({ order }: CountedOrder): readonly Contribution[] => contributions.get(order) ?? [];
  return {
    take(orders) {
      const all = orders.flatMap(contributionsTo);
      const passed = findPassedLimit(all, (contribution) => used.get(usageKeyOf(contribution)) ?? 0n);
      if (passed !== null) return limitExceeded(passed, tx.now);
      for (const order of orders) {
        for (const { key, amount } of addedBy(contributionsTo(order))) used.set(key, (used.get(key) ?? 0n) + amount);
      }
      counted.push(...orders);
      return null;
    },
    writeAtCommit: () => tx.atCommit(send, asStaleRead),
    writeNow: () => sendNow(tx, send()),
  };
}

/** Awaits statements that are already sent when the transaction commits, as `tx.atCommit` does with those it sends. */
export function sendNow(tx: Tx, statements: readonly Promise<unknown>[]): void {
  // Ignore errors here: `tx.atCommit` raises them at the end.
  for (const statement of statements) statement.catch(() => {});
  tx.atCommit(() => statements, asStaleRead);
}

const SERIALIZATION_FAILURE = "40001";

/** Converts the failure of a rule's assertion to `StaleRead`, so that the retry takes the lock before it reads. */
export function asStaleRead(error: unknown): unknown {
  const is_passed = error instanceof DatabaseError && error.code === SERIALIZATION_FAILURE;
  return is_passed ? new StaleRead("earlier orders have changed since they were read") : error;
}

/** The addition of one order to one counter. */
interface Added extends Contribution {
  readonly key: string;
}

/** Returns the additions of one order, one per counter: the smallest of the maxima applies. */
function addedBy(contributions: readonly Contribution[]): readonly Added[] {
  const by_key = new Map<string, Added>();
  for (const contribution of contributions) {
    const key = usageKeyOf(contribution);
    const other = by_key.get(key);
    if (other === undefined || contribution.rule.maximum < other.rule.maximum)
      by_key.set(key, { ...contribution, key });
  }
  return [...by_key.values()];
}

function additionsOf(added: readonly Added[]): readonly CounterAddition[] {
  const by_key = new Map<string, CounterAddition>();
  for (const { key, rule, counter, amount, ends_at } of added) {
    const { merchant, environment, maximum } = rule;
    const sum = (by_key.get(key)?.added ?? 0n) + amount;
    by_key.set(key, { merchant, environment, counter, added: sum, maximum, ends_at });
  }
  return [...by_key.values()];
}

function usageKeyOf({ rule, counter }: Contribution): string {
  return usageKey({ merchant: rule.merchant, environment: rule.environment, counter });
}

function usageKey({ merchant, environment, counter }: Scope & { readonly counter: string }): string {
  return `${merchant} ${environment} ${counter}`;
}

/**
 * Counts one order towards its limits, and stores it at the commit. Throws `limit_exceeded`. Call it before locking
 * balances.
 */
export async function countOrder(tx: Tx, order: LimitedOrder, subject: string): Promise<void> {
  const counter = await openLimitCounter(tx, await loadLimits(tx, [order]), [order]);
  const refusal = counter.take([{ order, subject }]);
  if (refusal !== null) throw refusal;
  counter.writeAtCommit();
}

/** Locks the limit counters of these merchants until the transaction ends. The duplicate guard uses the same lock. */
export async function lockOrderRules(tx: ReadTx, scopes: readonly Scope[]): Promise<void> {
  await lockCounters(tx, scopes);
}

type Subject = Scope & { readonly subject: string };

/** The orders that a transaction subtracts from the counters at its commit. */
const freed_orders = new WeakMap<Tx, Subject[]>();

/**
 * Subtracts orders that failed or were canceled from the counters, because their money did not move. One lock covers all
 * orders of a transaction: with one lock each, two transactions could deadlock.
 */
export function freeLimits(tx: Tx, orders: readonly (Scope & { readonly id: string })[]): void {
  if (orders.length === 0) return;
  const subjects = orders.map(({ merchant, environment, id }) => ({ merchant, environment, subject: id }));
  const earlier = freed_orders.get(tx);
  if (earlier) {
    earlier.push(...subjects);
    return;
  }
  freed_orders.set(tx, subjects);
  // New orders hold this lock before they lock counters and balances, in either order.
  tx.atCommit(() => [lockCounters(tx, subjects), subtractShares(tx, subjects)]);
}

// Two days: the clock of another server may be behind, and a day of the merchant may end up to 14 hours later than in UTC.
const COUNTER_RETENTION_MS = 2 * DAY_MS;
// A month, and the retention of its counter: a share must not be deleted before its counters.
const SHARE_RETENTION_MS = 31 * DAY_MS + 2 * COUNTER_RETENTION_MS;

/** Retention: deletes counters of past periods, and later the shares in them. */
export async function deleteOldUsage(tx: Tx): Promise<void> {
  await deleteEndedBefore(tx, {
    counters: plus(tx.now, -COUNTER_RETENTION_MS),
    shares: plus(tx.now, -SHARE_RETENTION_MS),
  });
}
