import type { Scope } from "#kernel/scope.ts";
import { DAY_MS, type Instant, MINUTE_MS, toMilliseconds } from "#kernel/time.ts";
import { type Columns, mine, sql, type Tx, table } from "./tx.ts";

/** Lists with counters of their complete rows' amounts (`transfer_sums` and `payment_sums` in `list_counts`). */
export type Summed = "transfer" | "payment";

/** The number of rows of one status and channel, and the sum of their amounts. */
export interface Tally {
  readonly status: string;
  readonly channel: string;
  readonly count: bigint;
  /** In the channel's currency, and of complete rows only. */
  readonly amount: bigint;
}

/** The same for one day. */
export interface DayTally extends Tally {
  /** As `2026-03-01`. */
  readonly day: string;
}

/**
 * Counts and sums of the rows created since the minute of an instant, by status and channel. It reads only counters, at
 * most one per status, channel and minute, however many rows there are.
 */
export async function tallySince(tx: Tx, scope: Scope, list: Summed, since: Instant): Promise<readonly Tally[]> {
  const minute = slotOf(since, MINUTE_MS);
  return tx.rows<Tally>(sql`
    with kinds as (
      select distinct list, status, channel
      from list_counts
      where ${mine(scope)} and list = any(${namesOf(list)}) and part = '' and level = 1
        and slot >= ${slotOf(since, DAY_MS)}
    )
    select status, channel, ${columnsOf(list)}
    from (
      select k.list, k.status, k.channel, c.count
      from kinds k
      cross join lateral (
        select coalesce(sum(count), 0) as count
        from list_counts
        where ${mine(scope)} and list = k.list and part = '' and level = 2 and status = k.status
          and channel = k.channel and slot >= ${minute}
      ) c
      union all
      select list, status, channel, change
      from list_deltas
      where ${mine(scope)} and list = any(${namesOf(list)}) and part = '' and slot >= ${minute}
    ) counted
    group by status, channel
    having sum(count) <> 0
    order by channel, status`);
}

/** A day in some time zone. */
export interface DaySpan {
  /** As `2026-03-01`. */
  readonly day: string;
  readonly from: Instant;
  readonly until: Instant;
}

/** Counts and sums for each of these days, by status and channel; days without rows are left out. */
export async function tallyDays(
  tx: Tx,
  scope: Scope,
  list: Summed,
  days: readonly DaySpan[],
): Promise<readonly DayTally[]> {
  const spans = days.map(({ day, from, until }) => ({
    day,
    first: slotOf(from, MINUTE_MS),
    end: slotOf(until, MINUTE_MS),
  }));
  const [first, end] = [spans[0]?.first ?? 0n, spans.at(-1)?.end ?? 0n];
  // There are fewer hours than minutes, but some time zones are offset by half an hour.
  const are_hours = spans.every((span) => span.first % HOUR_SLOTS === 0n && span.end % HOUR_SLOTS === 0n);
  const [level, slots] = are_hours ? [3, HOUR_SLOTS] : [2, 1n];
  return tx.rows<DayTally>(sql`
    select days.day, status, channel, ${columnsOf(list)}
    from (
      select slot * ${slots} as slot, list, status, channel, count
      from list_counts
      where ${mine(scope)} and list = any(${namesOf(list)}) and part = '' and level = ${level}
        and slot >= ${first / slots} and slot < ${end / slots}
      union all
      select slot, list, status, channel, change
      from list_deltas
      where ${mine(scope)} and list = any(${namesOf(list)}) and part = '' and slot >= ${first} and slot < ${end}
    ) counted
    join ${table(spans, span_columns, "days")} on counted.slot >= days.first and counted.slot < days."end"
    group by days.day, status, channel
    having sum(count) <> 0
    order by days.day desc, channel, status`);
}

const span_columns: Columns<"day" | "first" | "end"> = { day: "text", first: "bigint", end: "bigint" };
const HOUR_SLOTS = 60n;

function namesOf(list: Summed): readonly string[] {
  return [`${list}s`, `${list}_sums`];
}

function columnsOf(list: Summed) {
  return sql`
    coalesce(sum(count) filter (where list = ${`${list}s`}), 0)::bigint as count,
    coalesce(sum(count) filter (where list = ${`${list}_sums`}), 0)::bigint as amount`;
}

function slotOf(at: Instant, length_ms: number): bigint {
  return BigInt(Math.floor(toMilliseconds(at) / length_ms));
}
