import type { AuditCheck } from "#db/audit.ts";
import { tryAdvisoryLock } from "#db/lease.ts";
import { inScope, type Sql, sql, type Tx } from "#db/tx.ts";
import type { Id } from "#kernel/ids.ts";
import type { Environment, Scope } from "#kernel/scope.ts";
import type { Instant } from "#kernel/time.ts";

/** The sum of entries of one kind, type of order and channel. */
export interface EntrySum {
  readonly kind: string;
  /** The prefix of the subject's id. */
  readonly subject_prefix: string;
  /** The channel of the order; null for entries of no order, and for holds and releases. */
  readonly channel: string | null;
  readonly count: bigint;
  /** The increase of `available` + `reserved`, and the decrease. */
  readonly amount_in: bigint;
  readonly amount_out: bigint;
  /** The changes of each account; negative for a decrease. */
  readonly available: bigint;
  readonly reserved: bigint;
}

/** A merchant's books in one currency. */
export interface Books extends Scope {
  readonly currency: string;
}

/** Entries from `first`, up to the one before `end`. */
export interface EntryRange {
  readonly first: bigint;
  readonly end: bigint;
}

const inBooks = ({ currency, ...scope }: Books): Sql => sql`${inScope(scope)} and currency = ${currency}`;

const MOVES_BALANCE = sql`(debit in ('available', 'reserved') or credit in ('available', 'reserved'))`;

// `e` is an entry. Holds and releases are counted, because they move money between the two accounts.
const SUM_COLUMNS = sql`
  kind, left(subject, 3) as subject_prefix,
  case when kind in ('hold', 'release') then null else
    case left(subject, 4)
      when 'trf_' then (
        select x.channel from transfers x where (x.merchant, x.environment, x.id) = (e.merchant, e.environment, e.subject))
      when 'pay_' then (
        select x.channel from payments x where (x.merchant, x.environment, x.id) = (e.merchant, e.environment, e.subject))
      when 'wdr_' then (
        select x.channel from withdrawals x where (x.merchant, x.environment, x.id) = (e.merchant, e.environment, e.subject))
      when 'ref_' then (
        select p.channel
        from refunds x
        join payments p on (p.merchant, p.environment, p.id) = (x.merchant, x.environment, x.payment)
        where (x.merchant, x.environment, x.id) = (e.merchant, e.environment, e.subject))
    end
  end as channel,
  case when credit in ('available', 'reserved') and debit not in ('available', 'reserved') then amount else 0 end as amount_in,
  case when debit in ('available', 'reserved') and credit not in ('available', 'reserved') then amount else 0 end as amount_out,
  case 'available' when credit then amount when debit then -amount else 0 end as available,
  case 'reserved' when credit then amount when debit then -amount else 0 end as reserved`;

/** Adds up the entries of a range, from the segments within it and the entries outside of them. */
export async function sumEntries(tx: Tx, books: Books, { first, end }: EntryRange): Promise<readonly EntrySum[]> {
  if (first >= end) return [];
  const in_segments = sql`${inBooks(books)} and first_id >= ${first} and last_id < ${end}`;
  // The bounds are read first: with them as values, PostgreSQL reads the entries on both sides by the primary key.
  const covered = await tx.row<EntryRange>(sql`
    select coalesce(min(first_id), ${end}) as first, coalesce(max(last_id) + 1, ${end}) as end
    from statement_segments
    where ${in_segments}`);
  return tx.rows<EntrySum>(sql`
    with others as (
      select * from entries
      where ${inBooks(books)} and ${MOVES_BALANCE} and id >= ${first} and id < ${covered.first}
      union all
      select * from entries
      where ${inBooks(books)} and ${MOVES_BALANCE} and id >= ${covered.end} and id < ${end}
    )
    select kind, subject_prefix, channel, sum(count)::bigint as count, sum(amount_in)::bigint as amount_in,
      sum(amount_out)::bigint as amount_out, sum(available)::bigint as available, sum(reserved)::bigint as reserved
    from (
      select kind, subject_prefix, channel, 1 as count, amount_in, amount_out, available, reserved
      from (select ${SUM_COLUMNS} from others e) summed
      union all
      select s.kind, s.subject_prefix, s.channel, s.count, s.amount_in, s.amount_out, s.available, s.reserved
      from statement_segments,
        jsonb_to_recordset(sums) as s(
          kind text, subject_prefix text, channel text, count bigint,
          amount_in bigint, amount_out bigint, available bigint, reserved bigint
        )
      where ${in_segments}
    ) both_parts
    group by kind, subject_prefix, channel
    order by kind, subject_prefix, channel`);
}

/** Takes the lock of the roll-up until the end of the transaction; false if another process holds it. */
export const tryRollUpLock = (tx: Tx): Promise<boolean> => tryAdvisoryLock(tx, "statement roll-up");

/** Books with enough entries for a new segment, and the id of the last entry in their segments; 0 if they have none. */
export interface UnsummedBooks {
  readonly merchant: Id<"mer">;
  readonly environment: Environment;
  readonly currency: string;
  readonly last_id: bigint;
}

/**
 * Returns books in which at least so many entries that move `available` follow the last segment, those with the most
 * first. The counters of lists count those, so no entry is read.
 */
export async function listUnsummed(
  tx: Tx,
  { limit, entries }: { readonly limit: number; readonly entries: number },
): Promise<readonly UnsummedBooks[]> {
  return tx.rows<UnsummedBooks>(sql`
    select a.merchant, a.environment, a.currency, s.last_id
    from accounts a
    join list_counts c
      on (c.merchant, c.environment, c.list, c.part, c.level) = (a.merchant, a.environment, 'movements', a.currency, 0)
    cross join lateral (
      select coalesce(max(last_id), 0) as last_id, coalesce(sum(movements), 0) as movements
      from statement_segments
      where (merchant, environment, currency) = (a.merchant, a.environment, a.currency)
    ) s
    where a.name = 'available' and c.count - s.movements >= ${entries}
    order by c.count - s.movements desc
    limit ${limit}`);
}

/** Writes the next segment of these books, if there are enough entries before an instant. */
export async function insertSegment(
  tx: Tx,
  { merchant, environment, currency, last_id }: UnsummedBooks,
  { before, entries }: { readonly before: Instant; readonly entries: number },
): Promise<boolean> {
  const written = await tx.run(sql`
    with batch as (
      select *
      from entries
      where ${inBooks({ merchant, environment, currency })} and ${MOVES_BALANCE} and id > ${last_id}
      order by id
      limit ${entries}
    ),
    groups as (
      select kind, subject_prefix, channel, count(*) as count, sum(amount_in) as amount_in, sum(amount_out) as amount_out,
        sum(available) as available, sum(reserved) as reserved
      from (select ${SUM_COLUMNS} from batch e) summed
      group by kind, subject_prefix, channel
    )
    insert into statement_segments (merchant, environment, currency, first_id, last_id, movements, sums, created_at)
    select ${merchant}, ${environment}, ${currency}, b.first_id, b.last_id, b.movements,
      (select jsonb_agg(groups) from groups), ${tx.now}
    from (
      select min(id) as first_id, max(id) as last_id, count(*) as entries, max(created_at) as newest,
        count(*) filter (where debit = 'available' or credit = 'available') as movements
      from batch
    ) b
    where b.entries = ${entries} and b.newest < ${before}`);
  return written === 1;
}

/** Compares the segments with the entries. Reads every entry. */
export const statementChecks: readonly AuditCheck[] = [
  {
    promise: "the sums of statements are those of their entries",
    broken: sql`
      with covered as (
        select merchant, environment, currency, min(first_id) as first_id, max(last_id) as last_id
        from statement_segments
        group by merchant, environment, currency
      )
      select merchant, environment, currency, kind, counted, summed
      from (
        select merchant, environment, currency, kind,
          array[count(*), sum(amount_in), sum(amount_out), sum(available), sum(reserved)]::bigint[] as counted
        from (
          select e.merchant, e.environment, e.currency, ${SUM_COLUMNS}
          from entries e
          where ${MOVES_BALANCE}
            and exists (
              select from covered c
              where (c.merchant, c.environment, c.currency) = (e.merchant, e.environment, e.currency) and e.id <= c.last_id
            )
        ) summed
        group by merchant, environment, currency, kind
      ) entries
      full join (
        select merchant, environment, currency, s.kind,
          array[sum(s.count), sum(s.amount_in), sum(s.amount_out), sum(s.available), sum(s.reserved)]::bigint[] as summed
        from statement_segments,
          jsonb_to_recordset(sums) as s(
            kind text, count bigint, amount_in bigint, amount_out bigint, available bigint, reserved bigint
          )
        group by merchant, environment, currency, s.kind
      ) segments using (merchant, environment, currency, kind)
      where counted is distinct from summed`,
  },
];
