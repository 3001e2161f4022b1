import { ADVISORY_LOCKS } from "#db/advisory-locks.ts";
import type { AuditCheck } from "#db/audit.ts";
import { idRangesOfMinutes } from "#db/lists/list.ts";
import { inScope, sql, type Tx } from "#db/tx.ts";
import { assert } from "#kernel/errors.ts";
import type { Scope } from "#kernel/scope.ts";
import { SEARCHABLE, type SearchableList } from "./search.ts";

// Limits of one turn: the number of buckets, and the number of rows read from all of them together.
const BUCKETS_MAX = 50;
const ROWS_MAX = 2_000;

/** A time bucket of a list whose rows may have changed since they were indexed. */
interface StaleBucket extends Scope {
  readonly list: SearchableList;
  readonly bucket: bigint;
  /** The last id that an earlier turn has read. */
  readonly indexed_to: string | null;
}

/**
 * Updates the search index, one turn at a time. A turn reads the rows of time buckets that are stale and have not
 * changed for a minute, the longest due first. One process at a time does it; the others find the lock taken and
 * return. Returns true if more may be due.
 *
 * A search reads the rows of stale buckets itself, so a late indexer makes searches slow, but never wrong.
 */
export async function indexStaleBuckets(tx: Tx): Promise<boolean> {
  const { has_lock } = await tx.row<{ has_lock: boolean }>(
    sql`select pg_try_advisory_xact_lock(${ADVISORY_LOCKS.search_indexer}) as has_lock`,
  );
  if (!has_lock) return false;
  // The rows are locked: a change that is rolled up meanwhile marks its bucket as stale again after this transaction.
  const buckets = await tx.rows<StaleBucket>(sql`
    select merchant, environment, list, bucket, indexed_to
    from search_stale
    where due_at <= ${tx.now}
    order by due_at
    limit ${BUCKETS_MAX}
    for update skip locked`);
  const rows_max = Math.ceil(ROWS_MAX / Math.max(1, buckets.length));
  await Promise.all(buckets.map((bucket) => indexBucket(tx, bucket, rows_max)));
  return buckets.length > 0;
}

/** Writes a bucket's rows to the index. Removes the stale mark once the last row of the bucket is written. */
async function indexBucket(tx: Tx, stale: StaleBucket, rows_max: number): Promise<void> {
  const { merchant, environment, list, bucket, indexed_to } = stale;
  const { prefix, view } = SEARCHABLE[list];
  const [range] = idRangesOfMinutes(prefix, [bucket]);
  assert(range, "a minute has a range of ids");
  const [first, end] = range;
  // A prefix of the minute's smallest id sorts before every id of the minute.
  const after = indexed_to ?? first.slice(0, -1);
  const { last } = await tx.row<{ last: string | null }>(sql`
    with current as materialized (
      select id, bucket, text, phones, amount
      from ${view}
      where ${inScope(stale)} and id > ${after} and id < ${end}
      order by id
      limit ${rows_max}
    ),
    -- Null: the end of the bucket is reached.
    part as materialized (
      select case when count(*) = ${rows_max} then max(id) end as last from current
    ),
    removed as (
      delete from search_index i
      where ${inScope(stale, "i")} and id > ${after} and id < ${end} and id <= coalesce((select last from part), ${end})
        and not exists (
          select from ${view} v where (v.merchant, v.environment, v.id) = (i.merchant, i.environment, i.id) offset 0
        )
    ),
    written as (
      insert into search_index (merchant, environment, id, bucket, text, phones, amount)
      select ${merchant}, ${environment}, id, bucket, text, phones, amount
      from current
      order by id
      on conflict (merchant, environment, id) do update
      set text = excluded.text, phones = excluded.phones, amount = excluded.amount
      where (search_index.text, search_index.phones, search_index.amount)
        is distinct from (excluded.text, excluded.phones, excluded.amount)
    )
    select last from part`);
  const key = sql`${inScope(stale)} and list = ${list} and bucket = ${bucket}`;
  await tx.run(
    last === null
      ? sql`delete from search_stale where ${key}`
      : sql`update search_stale set indexed_to = ${last} where ${key}`,
  );
}

/** Compares the index with the search text of the rows. */
export const searchChecks: readonly AuditCheck[] = [
  {
    promise:
      "the search index has the text, numbers and amount of every row, except in time buckets that are not indexed yet",
    broken: sql`
      select merchant, environment, list, id, text, indexed
      from (
        select merchant, environment, id, coalesce(s.bucket, i.bucket) as bucket, s.text, i.text as indexed,
          case left(id, 3)
            when 'trf' then 'transfers' when 'pay' then 'payments' when 'ref' then 'refunds' when 'ben' then 'beneficiaries'
            else 'customers'
          end as list
        from searchable s
        full join search_index i using (merchant, environment, id)
        where (s.text, s.phones, s.amount) is distinct from (i.text, i.phones, i.amount)
      ) other
      where not exists (
          select from search_stale s
          where (s.merchant, s.environment, s.list, s.bucket) = (other.merchant, other.environment, other.list, other.bucket)
        )
        and not exists (
          select from list_deltas d
          where (d.merchant, d.environment, d.list, d.bucket) = (other.merchant, other.environment, other.list, other.bucket)
        )`,
  },
];
