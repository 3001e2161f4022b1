import { inScope, sql, type Tx } from "#db/tx.ts";
import type { Scope } from "#kernel/scope.ts";
import { type Instant, MINUTE_MS, plus, toMilliseconds } from "#kernel/time.ts";

/**
 * The longest time between the instant of an entry and its commit: entries have the instant at which their transaction
 * began. Several times the statement timeout plus the timeout of an idle transaction.
 */
export const ENTRY_DELAY_MAX_MS = 5 * MINUTE_MS;

/** Before every entry: their ids begin at 1. */
const START_OF_BOOKS = 0n;
/** After every entry. */
const END_OF_BOOKS = BigInt(Number.MAX_SAFE_INTEGER);

/**
 * Returns the id of the scope's first entry at or after an instant, or `END_OF_BOOKS`. It divides the books: entries
 * with a lower id belong before the instant. So a transaction that began before the instant, but booked after the first
 * entry behind it, belongs after the instant, and a past period never changes.
 *
 * Entries are almost in the order of their instants, so a binary search over the primary key finds the id. No index by
 * time exists: it would slow down every booking.
 */
export async function findEntryPosition(tx: Tx, scope: Scope, at: Instant): Promise<bigint> {
  // No entry is that old, and PostgreSQL has no year 0.
  if (toMilliseconds(at) <= 0) return START_OF_BOOKS;
  // Between a transaction's begin and its booking, others may book: search earlier, and read forward from there.
  const early = plus(at, -ENTRY_DELAY_MAX_MS);
  const row = await tx.maybeRow<{ id: bigint }>(sql`
    with recursive search (low, high) as (
      -- The position is between "low" and "high".
      select
        (select id from entries where ${inScope(scope)} order by id limit 1),
        (select id + 1 from entries where ${inScope(scope)} order by id desc limit 1)
      union all
      select
        case when e.is_before then e.id + 1 else s.low end,
        case when e.is_before then s.high else (s.low + s.high) / 2 end
      from search s
      left join lateral (
        select id, created_at < ${early} as is_before
        from entries
        where ${inScope(scope)} and id >= (s.low + s.high) / 2
        order by id
        limit 1
      ) e on true
      where s.low < s.high
    )
    select id
    from entries
    where ${inScope(scope)}
      and id >= (select low from search where low >= high)
      and created_at >= ${at}
    order by id
    limit 1`);
  return row?.id ?? END_OF_BOOKS;
}
