import { assert } from "#kernel/errors.ts";
import { firstIdAt, type IdPrefix } from "#kernel/ids.ts";
import type { Scope } from "#kernel/scope.ts";
import { fromMilliseconds, type Instant, MINUTE_MS, toMilliseconds } from "#kernel/time.ts";
import { countedBetween, type SlotRange } from "./counted-between.ts";
import type { Counted } from "./counted-lists.ts";
import { mine, nothing, type Sql, sql, type Tx } from "./tx.ts";

/** The filter of a list, by the columns of its counters: null matches any. */
export interface Filter {
  /** The part of a table's lists; most tables have one list. */
  readonly part?: string;
  readonly statuses?: readonly string[] | null;
  readonly channels?: readonly string[] | null;
  /** Each is the first instant of a day in some time zone. */
  readonly from?: Instant | null;
  readonly until?: Instant | null;
}

/** The query of a list's rows. */
export interface Rows {
  readonly list: Counted;
  readonly columns: Sql;
  /** A table, or a query in brackets with an alias. */
  readonly from: Sql;
  /** The condition of the list with all filters except the days. */
  readonly where: Sql;
  /** The ids' prefix; such ids sort by time. Null for numeric ids: one thousand per time bucket. */
  readonly prefix: IdPrefix | null;
  /** Whether, without a filter, almost all rows of an index scan in id order belong to the list. */
  readonly is_dense: boolean;
}

export interface Paging {
  readonly limit: number;
  readonly offset: number;
}

/** A page with the total number of rows. */
export interface Listed<Row> {
  readonly rows: readonly Row[];
  readonly totals: number;
}

/** The largest offset by a plain scan; for later pages the counters locate the rows. */
const PASSED_MAX = 1_000;
/** No list has this many time buckets. */
const REACH_MAX = 1e9;
const IDS_OF_SLOT = 1_000n;

/** A unit of counters, with its number of time buckets. */
interface Part {
  readonly name: "day" | "hour";
  readonly slots: number;
}

const DAY: Part = { name: "day", slots: 1_440 };
const HOUR: Part = { name: "hour", slots: 60 };

/**
 * A page of a list, the newest first, with the exact total, from one snapshot and without reading other rows. The
 * counters give the total, and the minutes of the page's rows.
 */
export async function listCounted<Row>(
  tx: Tx,
  scope: Scope,
  rows: Rows,
  filter: Filter,
  page: Paging,
): Promise<Listed<Row>> {
  if (rows.is_dense && !filter.statuses && !filter.channels && page.offset < PASSED_MAX) {
    const days = between(idRange(rows, filter));
    const [found, kinds] = await Promise.all([pass<Row>(tx, rows, days, page), countKinds(tx, scope, rows, filter)]);
    return { rows: found, totals: sum(kinds) };
  }
  const kinds = await countKinds(tx, scope, rows, filter);
  const totals = sum(kinds);
  if (page.offset >= totals) return { rows: [], totals };
  const place = await locate(tx, scope, { rows, filter, kinds, totals }, page);
  return { rows: await readPieces<Row>(tx, rows, place, page.limit), totals };
}

/** A page of a short list, such as one bulk's transfers: an index finds all of its rows, which are read and counted. */
export async function listFew<Row>(
  tx: Tx,
  rows: Omit<Rows, "is_dense">,
  filter: Filter,
  page: Paging,
): Promise<Listed<Row>> {
  const days = between(idRange(rows, filter));
  const [found, { total }] = await Promise.all([
    pass<Row>(tx, rows, days, page),
    tx.row<{ total: bigint }>(sql`select count(*) as total from ${rows.from} where ${rows.where} ${days}`),
  ]);
  return { rows: found, totals: Number(total) };
}

function pass<Row>(
  tx: Tx,
  { columns, from, where }: Pick<Rows, "columns" | "from" | "where">,
  days: Sql,
  { limit, offset }: Paging,
): Promise<readonly Row[]> {
  return tx.rows<Row>(sql`
    select ${columns}
    from ${from}
    where ${where} ${days}
    order by id desc
    limit ${limit} offset ${offset}`);
}

/** The rows of one status and channel. A count may be zero: its deltas are still subtracted from its counters. */
interface Kind {
  readonly status: string;
  readonly channel: string;
  readonly count: bigint;
}

function sum(kinds: readonly Kind[]): number {
  return Number(kinds.reduce((total, { count }) => total + count, 0n));
}

/** The condition that selects the filter's counters. */
function asked(scope: Scope, { list }: Rows, filter: Filter): Sql {
  const { part = "", statuses = null, channels = null } = filter;
  return sql`
    ${mine(scope)} and list = ${list} and part = ${part}
    ${statuses === null ? nothing : sql`and status = any(${statuses})`}
    ${channels === null ? nothing : sql`and channel = any(${channels.filter((channel) => channel !== "")})`}`;
}

/** The time buckets of a filter's days; without days, all of them. */
export function slotRange({ from, until }: Filter): SlotRange {
  return {
    first: from ? minuteOf(toMilliseconds(from)) : 0n,
    end: until ? minuteOf(toMilliseconds(until)) : BigInt(Number.MAX_SAFE_INTEGER),
  };
}

/** The time bucket of an instant in Unix milliseconds: its minute. */
export function minuteOf(at_ms: number): bigint {
  return BigInt(Math.floor(at_ms / MINUTE_MS));
}

async function countKinds(tx: Tx, scope: Scope, rows: Rows, filter: Filter): Promise<readonly Kind[]> {
  const is_all = !filter.from && !filter.until;
  const { first, end } = slotRange(filter);
  const where = asked(scope, rows, filter);
  return tx.rows<Kind>(sql`
    select status, channel, sum(count)::bigint as count
    from (
      ${
        is_all
          ? sql`select status, channel, slot, count from list_counts where ${where} and level = 0`
          : countedBetween(where, { first, end }, "day")
      }
      union all
      select status, channel, slot, change
      from list_deltas
      where ${where} ${is_all ? nothing : sql`and slot >= ${first} and slot < ${end}`}
    ) counted
    group by status, channel`);
}

/** The list to locate a page in, with its counts. */
interface Sought {
  readonly rows: Rows;
  readonly filter: Filter;
  readonly kinds: readonly Kind[];
  readonly totals: number;
}

/**
 * A part of a time bucket: its rows lie between these milliseconds, both included. For numeric ids, the whole bucket.
 */
interface Piece {
  readonly slot: bigint;
  readonly first_ms: number;
  readonly last_ms: number;
}

/** The location of a page: buckets, the newest first, their number of rows, and the rows among them before the page. */
interface Place {
  readonly pieces: readonly Piece[];
  readonly held: number;
  readonly before: number;
}

async function locate(tx: Tx, scope: Scope, sought: Sought, { limit, offset }: Paging): Promise<Place> {
  const all = { ...slotRange(sought.filter), before: 0 };
  const is_deep = offset >= PASSED_MAX;
  const day = is_deep ? await locateIn(tx, scope, sought, { ...all, part: DAY, offset }) : all;
  const hour = is_deep ? await locateIn(tx, scope, sought, { ...day, part: HOUR, offset }) : all;
  const passed = offset - hour.before;
  const found_max = Math.min(passed + limit, sought.totals - hour.before);
  // Each bucket of a kind has at least one row, so `reach` buckets suffice, except for deltas that remove rows.
  for (let reach = (is_deep ? HOUR.slots : passed) + limit; ; reach *= 8) {
    const slots = await readCounts(tx, scope, sought, { first: all.first, end: hour.end, reach });
    const place = cut(slots, passed, found_max);
    if (place) return place;
    assert(reach < REACH_MAX, "a list's counts by minute are as many as its count");
  }
}

interface SlotCount extends Piece {
  readonly count: bigint;
}

/** The buckets with the rows from `passed` to `wanted`, or null if there are too few. */
function cut(counts: readonly SlotCount[], passed: number, wanted: number): Place | null {
  const pieces: Piece[] = [];
  let before = 0;
  let seen = 0;
  for (const piece of counts) {
    const rows = Number(piece.count);
    if (seen + rows <= passed) before += rows;
    else pieces.push(piece);
    seen += rows;
    if (seen >= wanted) return { pieces, held: seen - before, before: passed - before };
  }
  return null;
}

/** A range of buckets that contains a row, and the number of newer rows in the list. */
interface Within {
  readonly first: bigint;
  readonly end: bigint;
  readonly before: number;
}

/** The day or hour of the row at `offset`. */
async function locateIn(
  tx: Tx,
  scope: Scope,
  { rows, filter }: Sought,
  { first, end, before, part, offset }: Within & { readonly part: Part; readonly offset: number },
): Promise<Within> {
  const slots = BigInt(part.slots);
  const found = await tx.row<{ place: bigint; passed: bigint }>(sql`
    select place, (total - count)::bigint as passed
    from (
      select place, count, sum(count) over (order by place desc) as total
      from (
        select place, sum(count) as count
        from (
          select slot / ${slots} as place, count
          from (${countedBetween(asked(scope, rows, filter), { first, end }, part.name)}) counters
          union all
          select slot / ${slots}, change
          from list_deltas
          where ${asked(scope, rows, filter)} and slot >= ${first} and slot < ${end}
        ) counted
        group by place
      ) places
    ) running
    where total > ${offset - before}
    order by place desc
    limit 1`);
  const [begins, ends] = [found.place * slots, (found.place + 1n) * slots];
  return {
    first: begins < first ? first : begins,
    end: ends > end ? end : ends,
    before: before + Number(found.passed),
  };
}

/**
 * The newest buckets before `end`, with their number of rows and range of instants. Reads `reach` buckets of each kind,
 * and returns only those that all kinds cover.
 */
async function readCounts(
  tx: Tx,
  scope: Scope,
  { rows, filter, kinds }: Sought,
  { first, end, reach }: { readonly first: bigint; readonly end: bigint; readonly reach: number },
): Promise<readonly SlotCount[]> {
  return tx.rows<SlotCount>(sql`
    with folded as (
      select c.slot, c.count, c.first_ms, c.last_ms, c.place
      from unnest(${kinds.map(({ status }) => status)}::text[], ${kinds.map(({ channel }) => channel)}::text[])
        as kind (status, channel)
      cross join lateral (
        select slot, count, first_ms, last_ms, row_number() over (order by slot desc) as place
        from (
          select slot, count, first_ms, last_ms
          from list_counts
          where ${mine(scope)} and list = ${rows.list} and part = ${filter.part ?? ""} and level = 2
            and status = kind.status and channel = kind.channel and slot >= ${first} and slot < ${end}
          order by slot desc
          limit ${reach}
        ) newest
      ) c
    )
    select slot, sum(count)::bigint as count, min(first_ms) as first_ms, max(last_ms) as last_ms
    from (
      select slot, count, first_ms, last_ms from folded
      union all
      select slot, change, first_ms, last_ms
      from list_deltas
      where ${asked(scope, rows, filter)} and slot >= ${first} and slot < ${end}
    ) counted
    where slot >= (select coalesce(max(slot), 0) from folded where place = ${reach})
    group by slot
    having sum(count) > 0
    order by slot desc`);
}

// Up to this many pages, whole rows are read at once: reading ids first and then the rows would take as long.
const WHOLE_PAGES = 2;

/** Reads a page of rows from these buckets. With many rows it reads their ids first, by an index-only scan. */
function readPieces<Row>(tx: Tx, rows: Rows, { pieces, held, before }: Place, limit: number): Promise<readonly Row[]> {
  const ranges = rangesOf(rows, pieces);
  const type = rows.prefix === null ? sql`bigint[]` : sql`text[]`;
  const page = (columns: Sql): Sql => sql`
    select page.*
    from unnest(${ranges.map(([first]) => first)}::${type}, ${ranges.map(([, end]) => end)}::${type})
      as slot (first, "end")
    cross join lateral (
      select ${columns}
      from ${rows.from}
      where ${rows.where} and id >= slot.first and id < slot."end"
      order by id desc
      limit ${before + limit}
    ) page
    order by page.id desc
    limit ${limit} offset ${before}`;
  if (held <= limit * WHOLE_PAGES) return tx.rows<Row>(page(rows.columns));
  return tx.rows<Row>(sql`
    select found.*
    from (${page(sql`id`)}) page
    cross join lateral (
      select ${rows.columns}
      from ${rows.from}
      where ${rows.where} and id = page.id
      offset 0
    ) found
    order by page.id desc`);
}

/** The possible ids in these buckets, as ranges: the first id, and the first after the range. */
function rangesOf({ prefix }: Pick<Rows, "prefix">, pieces: readonly Piece[]): readonly (readonly [string, string])[] {
  return joined(pieces).map(({ first, last }) => [
    prefix === null ? String(first.slot * IDS_OF_SLOT) : idAt(prefix, first.slot, first.first_ms),
    prefix === null ? String((last.slot + 1n) * IDS_OF_SLOT) : idAt(prefix, last.slot, last.last_ms + 1),
  ]);
}

/** The same for whole minutes. */
export function rangesOfMinutes(prefix: IdPrefix, slots: readonly bigint[]): readonly (readonly [string, string])[] {
  return rangesOf(
    { prefix },
    slots.map((slot) => ({ slot, first_ms: 0, last_ms: MINUTE_MS - 1 })),
  );
}

/** Merges adjacent buckets, the newest first, into ranges. */
function joined(pieces: readonly Piece[]): readonly { readonly first: Piece; readonly last: Piece }[] {
  const ranges: { first: Piece; readonly last: Piece }[] = [];
  for (const piece of pieces) {
    const range = ranges.at(-1);
    if (range && range.first.slot === piece.slot + 1n) range.first = piece;
    else ranges.push({ first: piece, last: piece });
  }
  return ranges;
}

/** The smallest id at a millisecond of a minute. */
function idAt(prefix: IdPrefix, slot: bigint, ms: number): string {
  return firstIdAt(prefix, fromMilliseconds(Number(slot) * MINUTE_MS + ms));
}

interface IdRange {
  readonly first: string | null;
  readonly end: string | null;
}

/** An id begins with its row's creation time, so a range of days is a range of ids. */
export function idRange({ prefix }: Pick<Rows, "prefix">, { from, until }: Filter): IdRange {
  if (prefix === null) return { first: null, end: null };
  return { first: from ? firstIdAt(prefix, from) : null, end: until ? firstIdAt(prefix, until) : null };
}

function between({ first, end }: IdRange): Sql {
  return sql`${first === null ? nothing : sql`and id >= ${first}`} ${end === null ? nothing : sql`and id < ${end}`}`;
}
