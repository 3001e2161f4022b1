import type { Scope } from "#kernel/scope.ts";
import type { Instant } from "#kernel/time.ts";
import { StaleRead } from "./errors.ts";
import { Sql, sql } from "./sql.ts";

export { DatabaseError } from "pg";
export { isUniqueViolation, StaleRead, UniqueConflict } from "./errors.ts";
export { optimizationFence, queryByKeys, queryInIndexOrder } from "./planner-hints.ts";
export { type Columns, columnList, emptySql, rowsFrom, type SharedColumns, Sql, sql } from "./sql.ts";

/**
 * An open transaction. Money, rows, the provider attempt and the event written through one `Tx` are committed
 * together or not at all.
 *
 * Statements started without an await between them (`awaitStatements`, `Promise.all`) are pipelined: they are sent and
 * answered together, in order. If one fails, the later ones are not run.
 */
export interface Tx extends ReadTx {
  /** The single instant of this transaction, by the database's clock. */
  readonly now: Instant;
  /** Returns the number of rows written. */
  run(query: Sql): Promise<number>;
  /**
   * Defers statements to the commit: they are sent last, in the commit's round trip. `send` must send them
   * synchronously. Their results are ignored, so a statement must fail by itself if it finds a wrong state. If one
   * fails before it is sent, nothing is written either. `mapError` maps a failure to the error of the transaction.
   */
  atCommit(send: SendStatements, mapError?: (error: unknown) => unknown): void;
  /**
   * As `atCommit`, but sent after all other deferred statements: for rows that many transactions lock. Other
   * transactions then wait for such a row only as long as one commit takes, and cannot deadlock.
   */
  lastAtCommit(send: SendStatements, mapError?: (error: unknown) => unknown): void;
  /**
   * Sends the statements so far now, so that they do not wait for later statements of this event-loop turn. Use it to
   * process results while many writes follow.
   */
  flush(): void;
  /** Wakes this process's workers after the commit, for work of this name and these subjects. */
  wake(queue: string, subjects?: readonly string[]): void;
}

/** Sends statements and returns the promises of their results. */
export type SendStatements = () => readonly (Promise<unknown> | undefined)[];

/** The part of a transaction that works before its time is known. */
export interface ReadTx {
  /** Whether an earlier try found its reads stale: lock the rows this time. Not set after `UniqueConflict`. */
  readonly is_retry: boolean;
  rows<Row>(query: Sql): Promise<readonly Row[]>;
  /** Returns the only row; any other number of rows is a programming error. */
  row<Row>(query: Sql): Promise<Row>;
  maybeRow<Row>(query: Sql): Promise<Row | null>;
}

/**
 * Waits for statements that were sent together. If one fails, later ones fail with it, and may reject first. A
 * `StaleRead` among the errors has precedence, because it requests a retry; else the first error.
 */
export async function awaitStatements(statements: readonly (Promise<unknown> | undefined)[]): Promise<void> {
  const outcomes = await Promise.allSettled(statements);
  const reasons: unknown[] = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []));
  if (reasons.length > 0) throw reasons.find((reason) => reason instanceof StaleRead) ?? reasons[0];
}

/**
 * Sorts rows by a key that other transactions may be writing at the same time. All writers use this order, so that two
 * with the same keys wait for one another and never deadlock.
 */
export function sortForLocking<Row extends Scope>(rows: readonly Row[], keyOf: (row: Row) => string): readonly Row[] {
  if (rows.length < 2) return rows;
  const keyed = rows.map((row) => ({ row, key: `${row.merchant} ${row.environment} ${keyOf(row)}` }));
  keyed.sort((one, other) => (one.key < other.key ? -1 : one.key > other.key ? 1 : 0));
  return keyed.map(({ row }) => row);
}

/** The condition `merchant = … and environment = …`, a part of every query on a merchant's rows. */
export function inScope(scope: Scope, alias?: string): Sql {
  const qualifier = alias === undefined ? "" : `${alias}.`;
  return new Sql(
    [`${qualifier}merchant = `, ` and ${qualifier}environment = `, ""],
    [scope.merchant, scope.environment],
  );
}

/**
 * Makes this transaction's commit asynchronous: its writes may be lost in a crash of the machine or of PostgreSQL. Use
 * it for writes that are repeated later, or whose loss has no effect. A later commit is durable only together with this
 * one.
 */
export async function asyncCommit(tx: Tx): Promise<void> {
  await tx.run(sql`set local synchronous_commit = off`);
}
