// Hints to PostgreSQL's planner, which has none of its own. The statistics of a queue are those of another moment, and a
// plan that they suggest may read the whole table. With `queryByKeys` and `queryInIndexOrder` the benchmark P3 took 8.6 s
// instead of 10.2 (decision 29). The settings of all connections are in `driver/session.ts` (decision 3), the declared
// statistics in `lists/planner-statistics.ts` (decision 6).
import { Sql, sql } from "./sql.ts";
import type { Tx } from "./tx.ts";

/**
 * A condition on rows that a set of keys (`keys_alias`, from `rowsFrom`) selects, hidden from the planner. With
 * outdated statistics the planner expects hardly any row that meets the condition. It would then read all rows that
 * meet it, and compare each with every key.
 */
export function optimizationFence(keys_alias: string, condition: Sql): Sql {
  // The merchant is never null, but the planner does not use that, so the condition depends on both sides of the join.
  return new Sql([`(${keys_alias}.merchant is null or `, ")"], [condition]);
}

/**
 * Runs a statement that finds its rows by their whole keys, given as a set, and forces the planner to do so. Otherwise,
 * while a table is small, the planner may read all of it and scan the set for each row. It keeps that plan after the
 * table has grown. Measured on deliveries: 290 per second that way, thousands with this.
 *
 * The condition on the key's last column should be given twice, as `=` and `>=`. PostgreSQL 18 may believe that a table
 * has one row, such as a queue analyzed while empty. It then reads the index from end to end. A hundred deliveries of
 * three thousand took 320 ms that way, and 5 to 7 with the condition given twice.
 */
export function queryByKeys<Row>(tx: Tx, query: Sql): Promise<readonly Row[]> {
  return queryBetween(tx, sql`set local enable_indexscan = off`, query, sql`set local enable_indexscan = on`);
}

/**
 * Runs a statement that takes the first rows in an index's order, and forces the planner to use that index. Otherwise,
 * while the planner believes that a queue is small, it may read another index and sort, and keep this plan while the
 * queue grows. Measured on deliveries: such a query on 10,000 rows took 8 ms instead of 0.7.
 */
export function queryInIndexOrder<Row>(tx: Tx, query: Sql): Promise<readonly Row[]> {
  return queryBetween(tx, setSorting("off"), query, setSorting("on"));
}

function setSorting(setting: "on" | "off"): Sql {
  return sql`select set_config('enable_sort', ${setting}, true), set_config('enable_incremental_sort', ${setting}, true)`;
}

/** Pipelines three statements, and returns the rows of the query. */
async function queryBetween<Row>(tx: Tx, before: Sql, query: Sql, after: Sql): Promise<readonly Row[]> {
  const [, rows] = await Promise.all([tx.run(before), tx.rows<Row>(query), tx.run(after)]);
  return rows;
}
