import { plus } from "#kernel/time.ts";
import type { Check } from "./audit.ts";
import { rangesOfMinutes } from "./list.ts";
import { SEARCHED, type Searched } from "./search.ts";
import { type Columns, sql, type Tx, table } from "./tx.ts";

// So many minutes at a time, and so many rows of them all: a turn is a moment's work.
const SLOTS_MAX = 50;
const ROWS_MAX = 2_000;
// The same number is in the trigger of beneficiaries (0086).
const FEED_LOCK = 5_657_311;

/** A minute of a list that changed. */
interface Slot {
  readonly merchant: string;
  readonly environment: string;
  readonly list: Searched;
  readonly slot: bigint;
  /** The last id that was read again already. */
  readonly fed_to: string | null;
}

/** A minute that is read again: the ids behind `after`, up to `before`. */
interface Piece extends Slot {
  readonly after: string;
  readonly before: string;
}

const piece_columns: Columns<"merchant" | "environment" | "slot" | "after" | "before"> = {
  merchant: "text",
  environment: "text",
  slot: "bigint",
  after: "text",
  before: "text",
};

/**
 * Reads minutes that changed, and were left alone since, again into `search_rows`, the oldest change first. One process at
 * a time does it; the others find the lock taken and pass. True when there may be more.
 *
 * It may come as late as it likes: what it did not read yet a search looks at itself. Only that takes longer. Minutes that
 * have not waited for `waits_ms` are left for a better time.
 */
export async function feedSearch(tx: Tx, waits_ms = 0): Promise<boolean> {
  const { is_ours } = await tx.row<{ is_ours: boolean }>(
    sql`select pg_try_advisory_xact_lock(${FEED_LOCK}) as is_ours`,
  );
  if (!is_ours) return false;
  // Locked, so that a change which is folded meanwhile marks the minute again behind this transaction.
  const slots = await tx.rows<Slot>(sql`
    select merchant, environment, list, slot, fed_to
    from search_slots
    where due_at <= ${plus(tx.now, -waits_ms)}
    order by due_at
    limit ${SLOTS_MAX}
    for update skip locked`);
  const rows_each = Math.ceil(ROWS_MAX / Math.max(1, slots.length));
  for (const [list, of_list] of Map.groupBy(slots, (slot) => slot.list)) await feed(tx, list, of_list, rows_each);
  return slots.length > 0;
}

async function feed(tx: Tx, list: Searched, slots: readonly Slot[], rows_each: number): Promise<void> {
  const { prefix, words } = SEARCHED[list];
  const pieces = slots.flatMap((slot): readonly Piece[] =>
    // An id is longer than where its minute begins, and so behind it.
    rangesOfMinutes(prefix, [slot.slot]).map(([first, end]) => ({
      ...slot,
      after: slot.fed_to ?? first.slice(0, -1),
      before: end,
    })),
  );
  await tx.run(sql`
    with piece as materialized (
      select * from ${table(pieces, piece_columns, "piece")}
    ),
    given as materialized (
      select w.*
      from piece
      cross join lateral (
        select *
        from ${words}
        where merchant = piece.merchant and environment = piece.environment and id > piece.after and id < piece.before
        order by id
        limit ${rows_each}
      ) w
    ),
    -- How far each was read: null is to its end.
    full_one as materialized (
      select merchant, environment, slot, max(id) as last
      from given
      group by merchant, environment, slot
      having count(*) = ${rows_each}
    ),
    read as materialized (
      select piece.*, full_one.last
      from piece
      left join full_one on (full_one.merchant, full_one.environment, full_one.slot)
        = (piece.merchant, piece.environment, piece.slot)
    ),
    gone as (
      delete from search_rows
      where ctid = any(array(
        select r.ctid
        from read
        cross join lateral (
          select ctid, merchant, environment, id
          from search_rows
          where merchant = read.merchant and environment = read.environment
            and id > read.after and id < read.before and (read.last is null or id <= read.last)
          offset 0
        ) r
        where not exists (
          select from ${words} w where (w.merchant, w.environment, w.id) = (r.merchant, r.environment, r.id) offset 0
        )
      ))
    ),
    put as (
      insert into search_rows (merchant, environment, id, slot, text, phone)
      select merchant, environment, id, slot, text, phone
      from given
      order by merchant, environment, id
      on conflict (merchant, environment, id) do update
      set text = excluded.text, phone = excluded.phone
      where (search_rows.text, search_rows.phone) is distinct from (excluded.text, excluded.phone)
    ),
    place as materialized (
      select s.ctid, read.last
      from read
      cross join lateral (
        select ctid
        from search_slots
        where (merchant, environment, list, slot) = (read.merchant, read.environment, ${list}, read.slot)
        offset 0
      ) s
    ),
    ended as (
      delete from search_slots where ctid = any(array(select ctid from place where last is null))
    )
    update search_slots s
    set fed_to = place.last
    from place
    where s.ctid = place.ctid and place.last is not null`);
}

/** That what can be searched is what is there. */
export const searchChecks: readonly Check[] = [
  {
    promise: "the words a search looks through are those of the rows, but in minutes that wait to be read again",
    broken: sql`
      select merchant, environment, list, id, words, kept
      from (
        select merchant, environment, id, coalesce(w.slot, r.slot) as slot, w.text as words, r.text as kept,
          case left(id, 3)
            when 'trf' then 'transfers' when 'pay' then 'payments' when 'ben' then 'beneficiaries' else 'customers'
          end as list
        from list_words w
        full join search_rows r using (merchant, environment, id)
        where (w.text, w.phone) is distinct from (r.text, r.phone)
      ) other
      where not exists (
          select from search_slots s
          where (s.merchant, s.environment, s.list, s.slot) = (other.merchant, other.environment, other.list, other.slot)
        )
        and not exists (
          select from list_deltas d
          where (d.merchant, d.environment, d.list, d.slot) = (other.merchant, other.environment, other.list, other.slot)
        )`,
  },
];
