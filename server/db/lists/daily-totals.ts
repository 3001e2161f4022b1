import { type Columns, inScope, rowsFrom, sql, type Tx } from "#db/tx.ts";
import type { Scope } from "#kernel/scope.ts";
import { DAY_MS, type Instant, MINUTE_MS, toMilliseconds } from "#kernel/time.ts";

/** Lists with counters of their complete rows' amounts (`transfer_sums` and `payment_sums` in `list_counts`). */
export type SummedList = "transfer" | "payment";

/** The number of rows of one status and channel, and the sum of their amounts. */
export interface StatusTotal {
  readonly status: string;
  readonly channel: string;
  readonly count: bigint;
  /** The sum of the amounts of complete rows, in the smallest unit of the channel's currency. */
  readonly amount: bigint;
}

/** The number of rows of one day, status and channel, and the sum of their amounts. */
export interface DailyTotal extends StatusTotal {
  /** As `2026-03-01`. */
  readonly day: string;
}

/**
 * Counts and sums of the rows created since the minute of an instant, by status and channel. It reads only counters, at
 * most one per status, channel and minute, however many rows there are.
 */
export async function readTotalsSince(
  tx: Tx,
  scope: Scope,
  list: SummedList,
  since: Instant,
): Promise<readonly StatusTotal[]> {
  const minute = bucketOf(since, MINUTE_MS);
  return tx.rows<StatusTotal>(sql`
    with kinds as (
      select distinct list, status, channel
      from list_counts
      where ${inScope(scope)} and list = any(${counterNames(list)}) and part = '' and level = 1
        and bucket >= ${bucketOf(since, DAY_MS)}
    )
    select status, channel, ${totalColumns(list)}
    from (
      select k.list, k.status, k.channel, c.count
      from kinds k
      cross join lateral (
        select coalesce(sum(count), 0) as count
        from list_counts
        where ${inScope(scope)} and list = k.list and part = '' and level = 2 and status = k.status
          and channel = k.channel and bucket >= ${minute}
      ) c
      union all
      select list, status, channel, change
      from list_deltas
      where ${inScope(scope)} and list = any(${counterNames(list)}) and part = '' and bucket >= ${minute}
    ) counted
    group by status, channel
    having sum(count) <> 0
    order by channel, status`);
}

/** A day in some time zone. */
export interface DayRange {
  /** As `2026-03-01`. */
  readonly day: string;
  readonly from: Instant;
  readonly until: Instant;
}

/** Counts and sums for each of these days, by status and channel; days without rows are left out. */
export async function readDailyTotals(
  tx: Tx,
  scope: Scope,
  list: SummedList,
  days: readonly DayRange[],
): Promise<readonly DailyTotal[]> {
  const ranges = days.map(({ day, from, until }) => ({
    day,
    first: bucketOf(from, MINUTE_MS),
    end: bucketOf(until, MINUTE_MS),
  }));
  const [first, end] = [ranges[0]?.first ?? 0n, ranges.at(-1)?.end ?? 0n];
  // Counters of hours are fewer than those of minutes, but do not fit days that begin at half past an hour in UTC.
  const are_hours = ranges.every((span) => span.first % HOUR_BUCKETS === 0n && span.end % HOUR_BUCKETS === 0n);
  const [level, buckets] = are_hours ? [3, HOUR_BUCKETS] : [2, 1n];
  return tx.rows<DailyTotal>(sql`
    select days.day, status, channel, ${totalColumns(list)}
    from (
      select bucket * ${buckets} as bucket, list, status, channel, count
      from list_counts
      where ${inScope(scope)} and list = any(${counterNames(list)}) and part = '' and level = ${level}
        and bucket >= ${first / buckets} and bucket < ${end / buckets}
      union all
      select bucket, list, status, channel, change
      from list_deltas
      where ${inScope(scope)} and list = any(${counterNames(list)}) and part = '' and bucket >= ${first} and bucket < ${end}
    ) counted
    join ${rowsFrom(ranges, day_range_columns, "days")} on counted.bucket >= days.first and counted.bucket < days."end"
    group by days.day, status, channel
    having sum(count) <> 0
    order by days.day desc, channel, status`);
}

const day_range_columns: Columns<"day" | "first" | "end"> = { day: "text", first: "bigint", end: "bigint" };
const HOUR_BUCKETS = 60n;

function counterNames(list: SummedList): readonly string[] {
  return [`${list}s`, `${list}_sums`];
}

function totalColumns(list: SummedList) {
  return sql`
    coalesce(sum(count) filter (where list = ${`${list}s`}), 0)::bigint as count,
    coalesce(sum(count) filter (where list = ${`${list}_sums`}), 0)::bigint as amount`;
}

function bucketOf(at: Instant, length_ms: number): bigint {
  return BigInt(Math.floor(toMilliseconds(at) / length_ms));
}
