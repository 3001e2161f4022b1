import { ADVISORY_LOCKS } from "#db/advisory-locks.ts";
import type { AuditCheck } from "#db/audit.ts";
import { sql, type Tx } from "#db/tx.ts";

// The most deltas per turn, so that a turn is short even with a large backlog.
const DELTAS_MAX = 20_000;
// Only the counter of a minute stores the range of its rows' instants. All others store the whole bucket, in
// milliseconds.
const WHOLE_BUCKET = sql`0, 59999`;

/**
 * Rolls up the deltas of `list_deltas` into `list_counts`, the oldest first, in one process at a time. The other
 * processes find the lock taken and return. Returns true if more may be left.
 *
 * A late roll-up does no harm: readers add counters and deltas, so totals are always exact. But reading many deltas is
 * slower than reading few.
 */
export async function rollUpCounters(tx: Tx): Promise<boolean> {
  const { is_ours } = await tx.row<{ is_ours: boolean }>(
    sql`select pg_try_advisory_xact_lock(${ADVISORY_LOCKS.list_counters}) as is_ours`,
  );
  if (!is_ours) return false;
  const { waiting } = await tx.row<{ waiting: bigint }>(sql`
    select count(*) as waiting from (select from list_deltas limit ${DELTAS_MAX}) oldest`);
  if (waiting === 0n) return false;
  // Deletes counters that reach zero: a status that rows only pass through would otherwise have one for every minute.
  await tx.run(sql`
    with taken as (
      delete from list_deltas
      where ctid = any(array(
        select ctid
        from list_deltas
        order by merchant, environment, list, part, number
        limit ${DELTAS_MAX}
      ))
      returning merchant, environment, list, part, status, channel, bucket, change, first_ms, last_ms
    )
    merge into list_counts c
    using (
      select merchant, environment, list, part, l.level, status, channel, l.bucket, sum(change)::bigint as change,
        min(l.first_ms) as first_ms, max(l.last_ms) as last_ms
      from taken
      cross join lateral (
        values
          (0, 0, ${WHOLE_BUCKET}),
          (1, taken.bucket / 1440, ${WHOLE_BUCKET}),
          (3, taken.bucket / 60, ${WHOLE_BUCKET}),
          (2, taken.bucket, taken.first_ms, taken.last_ms)
      ) as l (level, bucket, first_ms, last_ms)
      group by merchant, environment, list, part, l.level, status, channel, l.bucket
    ) input
    on (c.merchant, c.environment, c.list, c.part, c.level, c.status, c.channel, c.bucket)
      = (
        input.merchant, input.environment, input.list, input.part, input.level, input.status, input.channel,
        input.bucket
      )
    when matched and c.count + input.change = 0 then delete
    when matched and (input.change <> 0 or input.first_ms < c.first_ms or input.last_ms > c.last_ms) then
      update set
        count = c.count + input.change,
        first_ms = least(c.first_ms, input.first_ms),
        last_ms = greatest(c.last_ms, input.last_ms)
    when not matched and input.change <> 0 then
      insert (merchant, environment, list, part, level, status, channel, bucket, count, first_ms, last_ms)
      values (
        input.merchant, input.environment, input.list, input.part, input.level, input.status, input.channel,
        input.bucket, input.change, input.first_ms, input.last_ms
      )`);
  return Number(waiting) === DELTAS_MAX;
}

/** Compares the counters of lists with their rows. */
export const counterChecks: readonly AuditCheck[] = [
  {
    promise: "every list counter by status, channel and minute has the count and the sum of its rows",
    broken: sql`
      select merchant, environment, list, part, status, channel, bucket, sum(rows) as rows, sum(counted) as counted
      from (
        select merchant, environment, list, part, status, channel, bucket, sum(weight) as rows, 0 as counted
        from list_rows
        group by merchant, environment, list, part, status, channel, bucket
        union all
        select merchant, environment, list, part, status, channel, bucket, 0, count
        from list_counts
        where level = 2
        union all
        select merchant, environment, list, part, status, channel, bucket, 0, change
        from list_deltas
      ) both_sides
      group by merchant, environment, list, part, status, channel, bucket
      having sum(rows) <> sum(counted)`,
  },
  {
    promise: "a list's counters by hour, by day and in total are the sums of its counters by minute",
    broken: sql`
      select merchant, environment, list, part, status, channel, level, bucket, sum(summed) as summed, sum(counted) as counted
      from (
        select c.merchant, c.environment, c.list, c.part, c.status, c.channel, l.level, l.bucket, c.count as summed, 0 as counted
        from list_counts c
        cross join lateral (values (0, 0::bigint), (1, c.bucket / 1440), (3, c.bucket / 60)) as l (level, bucket)
        where c.level = 2
        union all
        select merchant, environment, list, part, status, channel, level, bucket, 0, count
        from list_counts
        where level <> 2
      ) both_sides
      group by merchant, environment, list, part, status, channel, level, bucket
      having sum(summed) <> sum(counted)`,
  },
  {
    promise: "every counted row is between the first and the last instant of its minute's counter",
    broken: sql`
      select merchant, environment, list, part, status, channel, bucket, r.first_ms, r.last_ms
      from (
        select merchant, environment, list, part, status, channel, bucket,
          min(kolo_ms(at)) as first_ms, max(kolo_ms(at)) as last_ms
        from list_rows
        where at is not null
        group by merchant, environment, list, part, status, channel, bucket
      ) r
      join (
        select merchant, environment, list, part, status, channel, bucket,
          min(first_ms) as first_ms, max(last_ms) as last_ms
        from (
          select merchant, environment, list, part, status, channel, bucket, first_ms, last_ms
          from list_counts
          where level = 2
          union all
          select merchant, environment, list, part, status, channel, bucket, first_ms, last_ms
          from list_deltas
        ) both_sides
        group by merchant, environment, list, part, status, channel, bucket
      ) c using (merchant, environment, list, part, status, channel, bucket)
      where r.first_ms < c.first_ms or r.last_ms > c.last_ms`,
  },
];
