import { inScope, type Sql, sql } from "#db/tx.ts";
import type { Scope } from "#kernel/scope.ts";

/** The tables whose rows may be merged into another row. */
export type MergeableTable = "customers" | "beneficiaries";

function tableSql(table: MergeableTable): Sql {
  return table === "customers" ? sql`customers` : sql`beneficiaries`;
}

/** The id of the row that a row was merged into; the same id for any other row, and for an unknown id. */
export function keptId(scope: Scope, table: MergeableTable, id: string): Sql {
  return sql`coalesce(
    (select alias.merged_into from ${tableSql(table)} alias where ${inScope(scope, "alias")} and alias.id = ${id}),
    ${id}::text
  )`;
}

/** The ids of a row and of all rows that were merged into it, as an array. Any of these ids selects them. */
export function mergedIds(scope: Scope, table: MergeableTable, id: string): Sql {
  return sql`array(
    with kept as (select ${keptId(scope, table, id)} as id)
    select id from kept
    union all
    select alias.id
    from kept
    join ${tableSql(table)} alias on ${inScope(scope, "alias")} and alias.merged_into = kept.id
  )`;
}

/**
 * Runs a statement that locks or updates a row by an id that may be an alias; null without such a row. A merge may commit
 * while the statement waits for the row lock: the row is then deleted, and a second run takes the row that it was merged into.
 */
export async function afterMerge<Row>(run: () => Promise<Row | null>): Promise<Row | null> {
  return (await run()) ?? run();
}
