import type { Scope } from "#kernel/scope.ts";
import type { Instant } from "#kernel/time.ts";
import { Outdated } from "./errors.ts";
import { Sql, sql } from "./sql.ts";

export { DatabaseError } from "pg";
export { isDuplicate, Outdated, Taken } from "./errors.ts";
export { type Columns, names, nothing, type Shared, Sql, sql, table } from "./sql.ts";

/**
 * A transaction under way. Money, rows, the provider attempt and the event that are written through one `Tx` are
 * committed together or not at all.
 *
 * Statements started without waiting for one another (`together`, `Promise.all`) travel together and are answered together,
 * in order; when one fails those behind it are not run.
 */
export interface Tx extends Reader {
  /** The one instant of this transaction, by the database's clock. */
  readonly now: Instant;
  /** How many rows a write touched. */
  run(query: Sql): Promise<number>;
  /**
   * Leaves statements to the end: they are sent when all else is done, and travel with the commit. They must be sent in
   * the moment this is called, and be right or fail: nobody looks at what they answer. What fails in making them, before
   * the database is asked, leaves nothing written either. `reason` says what a failure means.
   */
  leave(send: Send, reason?: (error: unknown) => unknown): void;
  /** The same, behind all that is left: for what many want, who so wait for no more than the commit, and in no circle. */
  leaveLast(send: Send, reason?: (error: unknown) => unknown): void;
  /**
   * Sends what was asked so far now, apart from what is asked next in this turn of the event loop, which it need not wait
   * for to be answered. For what is to be worked with while much is written.
   */
  send(): void;
  /** Tells this process's workers, once the transaction is committed, that there is work of this name, and whose. */
  wake(work: string, about?: readonly string[]): void;
}

/** Asks what is to be asked, and gives the promises of the answers. */
export type Send = () => readonly (Promise<unknown> | undefined)[];

/** The part of a transaction that needs no time. */
export interface Reader {
  /** Whether an earlier try found that what it had looked at was changed under it: lock it, this time. Not for a key `Taken`. */
  readonly is_retry: boolean;
  rows<Row>(query: Sql): Promise<readonly Row[]>;
  /** Exactly one row; anything else is a broken promise of ours. */
  row<Row>(query: Sql): Promise<Row>;
  maybeRow<Row>(query: Sql): Promise<Row | null>;
}

/**
 * Waits for statements that were sent together. When one fails, those behind it fail with it, and may be heard first: of
 * the reasons the one that says to try again counts, else the first.
 */
export async function together(statements: readonly (Promise<unknown> | undefined)[]): Promise<void> {
  const outcomes = await Promise.allSettled(statements);
  const reasons: unknown[] = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []));
  if (reasons.length > 0) throw reasons.find((reason) => reason instanceof Outdated) ?? reasons[0];
}

/**
 * A condition on rows that a set of keys (`given`, the alias of a `table`) names: looked at once they are found by their
 * keys. The planner must not take it for a way to find them: of a table whose statistics are old it thinks that hardly a
 * row has this state, reads all that have it, and compares each with every key.
 */
export function onceFound(given: string, condition: Sql): Sql {
  // Never null; but the planner does not know that, so the condition is one on both sides of the join.
  return new Sql([`(${given}.merchant is null or `, ")"], [condition]);
}

/**
 * Rows with a key that others may be writing at the same time, in the one order in which everybody writes them: two that bring
 * the same ones wait for one another, and not in a circle.
 */
export function inKeyOrder<Row extends Scope>(rows: readonly Row[], keyOf: (row: Row) => string): readonly Row[] {
  if (rows.length < 2) return rows;
  const keyed = rows.map((row) => ({ row, key: `${row.merchant} ${row.environment} ${keyOf(row)}` }));
  keyed.sort((one, other) => (one.key < other.key ? -1 : one.key > other.key ? 1 : 0));
  return keyed.map(({ row }) => row);
}

/** `merchant = … and environment = …`: what every query on a merchant's rows says. */
export function mine(scope: Scope, alias?: string): Sql {
  const before = alias === undefined ? "" : `${alias}.`;
  return new Sql([`${before}merchant = `, ` and ${before}environment = `, ""], [scope.merchant, scope.environment]);
}

/**
 * The commit of this transaction does not wait for the disk: what it writes may be lost with the machine or with PostgreSQL.
 * For what is then done again, or missed by nobody. What commits behind it does not last without it.
 */
export async function mayBeLost(tx: Tx): Promise<void> {
  await tx.run(sql`set local synchronous_commit = off`);
}

/**
 * Runs a statement that finds its rows by their whole keys, given as a set, and says so to the planner. Left to itself it
 * may, while a table is small or thought to be, read all of it and look through the set for each row, and it keeps that plan
 * when the table has grown. Measured on deliveries: 290 a second so, thousands with it.
 *
 * The last column of the key should be asked for twice, `=` and `>=` what is given. Of a table that PostgreSQL 18 takes for one
 * row, as it does of a queue it last looked at when it was empty, every key is all there is to it: then the index is not used
 * in this way, but read from end to end. A hundred deliveries of three thousand took 320 ms so, and 5 to 7 with it.
 */
export function byKeys<Row>(tx: Tx, query: Sql): Promise<readonly Row[]> {
  return between(tx, sql`set local enable_indexscan = off`, query, sql`set local enable_indexscan = on`);
}

/**
 * Runs a statement that takes the first rows of an order by the index that has them in it, and says so to the planner. Of a
 * queue it thinks is small it would as soon read all of another index and sort that, and keeps this plan while the queue
 * grows. Measured on deliveries: a look at 10,000 took 8 ms instead of 0.7.
 */
export function inIndexOrder<Row>(tx: Tx, query: Sql): Promise<readonly Row[]> {
  return between(tx, sorting("off"), query, sorting("on"));
}

function sorting(setting: "on" | "off"): Sql {
  return sql`select set_config('enable_sort', ${setting}, true), set_config('enable_incremental_sort', ${setting}, true)`;
}

/** What the query finds, of three statements that travel together. */
async function between<Row>(tx: Tx, before: Sql, query: Sql, after: Sql): Promise<readonly Row[]> {
  const [, rows] = await Promise.all([tx.run(before), tx.rows<Row>(query), tx.run(after)]);
  return rows;
}
