import type { AuditCheck } from "#db/audit.ts";
import { sql, type Tx } from "#db/tx.ts";

// The most deltas per turn: a turn is short even with a large backlog.
const DELTAS_MAX = 20_000;
// Any number that nothing else in this database locks.
const ROLL_UP_LOCK = 5_657_310;
// Only a minute's counter has the range of its rows' instants.
const WHOLE_BUCKET = sql`0, 59999`;

/**
 * Rolls up the deltas of `list_deltas` into `list_counts`, the oldest first, in one process at a time. The other
 * processes find the lock taken and return. Returns true if more may be left.
 *
 * It may run late: counters and deltas are read together, so totals are always exact. Only reading many deltas is
 * slower than reading few.
 */
export async function rollUpCounters(tx: Tx): Promise<boolean> {
  const { is_ours } = await tx.row<{ is_ours: boolean }>(
    sql`select pg_try_advisory_xact_lock(${ROLL_UP_LOCK}) as is_ours`,
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
      returning merchant, environment, list, part, status, channel, slot, change, first_ms, last_ms
    )
    merge into list_counts c
    using (
      select merchant, environment, list, part, l.level, status, channel, l.slot, sum(change)::bigint as change,
        min(l.first_ms) as first_ms, max(l.last_ms) as last_ms
      from taken
      cross join lateral (
        values
          (0, 0, ${WHOLE_BUCKET}),
          (1, taken.slot / 1440, ${WHOLE_BUCKET}),
          (3, taken.slot / 60, ${WHOLE_BUCKET}),
          (2, taken.slot, taken.first_ms, taken.last_ms)
      ) as l (level, slot, first_ms, last_ms)
      group by merchant, environment, list, part, l.level, status, channel, l.slot
    ) input
    on (c.merchant, c.environment, c.list, c.part, c.level, c.status, c.channel, c.slot)
      = (
        input.merchant, input.environment, input.list, input.part, input.level, input.status, input.channel,
        input.slot
      )
    when matched and c.count + input.change = 0 then delete
    when matched and (input.change <> 0 or input.first_ms < c.first_ms or input.last_ms > c.last_ms) then
      update set
        count = c.count + input.change,
        first_ms = least(c.first_ms, input.first_ms),
        last_ms = greatest(c.last_ms, input.last_ms)
    when not matched and input.change <> 0 then
      insert (merchant, environment, list, part, level, status, channel, slot, count, first_ms, last_ms)
      values (
        input.merchant, input.environment, input.list, input.part, input.level, input.status, input.channel,
        input.slot, input.change, input.first_ms, input.last_ms
      )`);
  return Number(waiting) === DELTAS_MAX;
}

/** Compares the counters of lists with their rows. */
export const counterChecks: readonly AuditCheck[] = [
  {
    promise: "every list's count, by status, channel and minute, is that of its rows, and a sum what they come to",
    broken: sql`
      select merchant, environment, list, part, status, channel, slot, sum(rows) as rows, sum(counted) as counted
      from (
        select merchant, environment, list, part, status, channel, slot, sum(weight) as rows, 0 as counted
        from list_rows
        group by merchant, environment, list, part, status, channel, slot
        union all
        select merchant, environment, list, part, status, channel, slot, 0, count
        from list_counts
        where level = 2
        union all
        select merchant, environment, list, part, status, channel, slot, 0, change
        from list_deltas
      ) both_sides
      group by merchant, environment, list, part, status, channel, slot
      having sum(rows) <> sum(counted)`,
  },
  {
    promise: "a list's counts by hour and day, and the count of all, are the sums of those by minute",
    broken: sql`
      select merchant, environment, list, part, status, channel, level, slot, sum(summed) as summed, sum(counted) as counted
      from (
        select c.merchant, c.environment, c.list, c.part, c.status, c.channel, l.level, l.slot, c.count as summed, 0 as counted
        from list_counts c
        cross join lateral (values (0, 0::bigint), (1, c.slot / 1440), (3, c.slot / 60)) as l (level, slot)
        where c.level = 2
        union all
        select merchant, environment, list, part, status, channel, level, slot, 0, count
        from list_counts
        where level <> 2
      ) both_sides
      group by merchant, environment, list, part, status, channel, level, slot
      having sum(summed) <> sum(counted)`,
  },
  {
    promise: "every row that is counted is between the instants its minute's count has",
    broken: sql`
      select merchant, environment, list, part, status, channel, slot, r.first_ms, r.last_ms
      from (
        select merchant, environment, list, part, status, channel, slot,
          min(kolo_ms(at)) as first_ms, max(kolo_ms(at)) as last_ms
        from list_rows
        where at is not null
        group by merchant, environment, list, part, status, channel, slot
      ) r
      join (
        select merchant, environment, list, part, status, channel, slot,
          min(first_ms) as first_ms, max(last_ms) as last_ms
        from (
          select merchant, environment, list, part, status, channel, slot, first_ms, last_ms
          from list_counts
          where level = 2
          union all
          select merchant, environment, list, part, status, channel, slot, first_ms, last_ms
          from list_deltas
        ) both_sides
        group by merchant, environment, list, part, status, channel, slot
      ) c using (merchant, environment, list, part, status, channel, slot)
      where r.first_ms < c.first_ms or r.last_ms > c.last_ms`,
  },
];
