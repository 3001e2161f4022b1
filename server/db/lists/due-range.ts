import { emptySql, type Sql, sql } from "#db/tx.ts";
import type { Instant } from "#kernel/time.ts";

/** A range of due times. `until` is exclusive; null means no bound. */
export interface DueRange {
  readonly from: Instant | null;
  readonly until: Instant | null;
}

/** Whether the range has a bound. Without one it selects all rows, scheduled or not. */
export function isBounded(range: DueRange | undefined): range is DueRange {
  return range !== undefined && (range.from !== null || range.until !== null);
}

/** An `and` clause that selects the scheduled rows of a bounded range. */
export function dueRangeSql({ from, until }: DueRange): Sql {
  return sql`
    ${from === null ? sql`and scheduled_at is not null` : sql`and scheduled_at >= ${from}`}
    ${until === null ? emptySql : sql`and scheduled_at < ${until}`}`;
}
