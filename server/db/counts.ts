import type { Check } from "./audit.ts";
import { sql, type Tx } from "./tx.ts";

// So many at a time: a turn is a moment's work also when much has been left.
const FOLDED_MAX = 20_000;
// Any number serves that nothing else in this database locks.
const FOLD_LOCK = 5_657_310;

/**
 * Folds what statements have left in `list_deltas` into `list_counts`, the oldest first. One process at a time does it;
 * the others find the lock taken and pass. True when there may be more.
 *
 * It may come as late as it likes: counts and deltas are read together, so totals are exact without it. Only reading
 * many deltas takes longer than reading few.
 */
export async function foldCounts(tx: Tx): Promise<boolean> {
  const { is_ours } = await tx.row<{ is_ours: boolean }>(
    sql`select pg_try_advisory_xact_lock(${FOLD_LOCK}) as is_ours`,
  );
  if (!is_ours) return false;
  const { waiting } = await tx.row<{ waiting: bigint }>(sql`
    select count(*) as waiting from (select from list_deltas limit ${FOLDED_MAX}) oldest`);
  if (waiting === 0n) return false;
  // What comes down to nothing goes: statuses that rows only pass through would be kept for every minute.
  await tx.run(sql`
    with taken as (
      delete from list_deltas
      where ctid = any(array(
        select ctid
        from list_deltas
        order by merchant, environment, list, part, number
        limit ${FOLDED_MAX}
      ))
      returning merchant, environment, list, part, status, channel, slot, change
    )
    merge into list_counts c
    using (
      select merchant, environment, list, part, l.level, status, channel, l.slot, sum(change)::bigint as change
      from taken
      cross join lateral (values (0, 0), (1, taken.slot / 1440), (2, taken.slot)) as l (level, slot)
      group by merchant, environment, list, part, l.level, status, channel, l.slot
      having sum(change) <> 0
    ) given
    on (c.merchant, c.environment, c.list, c.part, c.level, c.status, c.channel, c.slot)
      = (
        given.merchant, given.environment, given.list, given.part, given.level, given.status, given.channel,
        given.slot
      )
    when matched and c.count + given.change = 0 then delete
    when matched then update set count = c.count + given.change
    when not matched then
      insert (merchant, environment, list, part, level, status, channel, slot, count)
      values (
        given.merchant, given.environment, given.list, given.part, given.level, given.status, given.channel,
        given.slot, given.change
      )`);
  return Number(waiting) === FOLDED_MAX;
}

/** That what lists say they hold is what is there. */
export const countChecks: readonly Check[] = [
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
    promise: "a list's counts by day, and the count of all, are the sums of those by minute",
    broken: sql`
      select merchant, environment, list, part, status, channel, level, slot, sum(summed) as summed, sum(counted) as counted
      from (
        select c.merchant, c.environment, c.list, c.part, c.status, c.channel, l.level, l.slot, c.count as summed, 0 as counted
        from list_counts c
        cross join lateral (values (0, 0::bigint), (1, c.slot / 1440)) as l (level, slot)
        where c.level = 2
        union all
        select merchant, environment, list, part, status, channel, level, slot, 0, count
        from list_counts
        where level < 2
      ) both_sides
      group by merchant, environment, list, part, status, channel, level, slot
      having sum(summed) <> sum(counted)`,
  },
];
