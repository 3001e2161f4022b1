import { emptySql, inScope, type Sql, sql, type Tx } from "#db/tx.ts";
import { assert } from "#kernel/errors.ts";
import { firstIdAt, type IdPrefix } from "#kernel/ids.ts";
import type { Scope } from "#kernel/scope.ts";
import { fromMilliseconds, type Instant, MINUTE_MS, toMilliseconds } from "#kernel/time.ts";
import type { CountedListName } from "./counted-lists.ts";
import { type BucketRange, selectCounters } from "./counter-range.ts";

/** The filter of a list, by the columns of its counters: null matches any. */
export interface ListFilter {
  /** The part, for a table with several lists (`CountedList.part`). Most tables have one list. */
  readonly part?: string;
  readonly statuses?: readonly string[] | null;
  readonly channels?: readonly string[] | null;
  /** `from` and `until` are each the first instant of a day in some time zone. */
  readonly from?: Instant | null;
  readonly until?: Instant | null;
}

/** The query of a list's rows. */
export interface ListQuery {
  readonly list: CountedListName;
  readonly columns: Sql;
  /** A table, or a query in brackets with an alias. */
  readonly from: Sql;
  /** The condition of the list with all filters except the days. */
  readonly where: Sql;
  /**
   * The prefix of the ids, which then sort by creation time. Null for numeric ids: each time bucket has a range of one
   * thousand.
   */
  readonly prefix: IdPrefix | null;
  /** Whether almost all rows that an index scan in id order reads belong to the list, if no filter is set. */
  readonly is_dense: boolean;
}

export interface PageBounds {
  readonly limit: number;
  readonly offset: number;
}

/** A page with the total number of rows. */
export interface ListPage<Row> {
  readonly rows: readonly Row[];
  readonly totals: number;
}

/** From this offset on, the counters locate a page's rows; below it, a plain scan may skip the rows before the page. */
const SCAN_OFFSET_MAX = 1_000;
/** More time buckets than any list has. */
const BUCKETS_MAX = 1e9;
const IDS_PER_BUCKET = 1_000n;

/** A unit of counters, with its number of time buckets. */
interface CounterUnit {
  readonly name: "day" | "hour";
  readonly minutes: number;
}

const DAY: CounterUnit = { name: "day", minutes: 1_440 };
const HOUR: CounterUnit = { name: "hour", minutes: 60 };

/**
 * A page of a list, the newest first, with the exact total, from one snapshot and without reading other rows. The
 * counters give the total, and the minutes of the page's rows.
 */
export async function readCountedPage<Row>(
  tx: Tx,
  scope: Scope,
  rows: ListQuery,
  filter: ListFilter,
  page: PageBounds,
): Promise<ListPage<Row>> {
  if (rows.is_dense && !filter.statuses && !filter.channels && page.offset < SCAN_OFFSET_MAX) {
    const id_condition = idCondition(idRange(rows, filter));
    const [page_rows, kinds] = await Promise.all([
      scanPage<Row>(tx, rows, id_condition, page),
      readKindCounts(tx, scope, rows, filter),
    ]);
    return { rows: page_rows, totals: totalOf(kinds) };
  }
  const kinds = await readKindCounts(tx, scope, rows, filter);
  const totals = totalOf(kinds);
  if (page.offset >= totals) return { rows: [], totals };
  const location = await locatePage(tx, scope, { rows, filter, kinds, totals }, page);
  return { rows: await readBucketRows<Row>(tx, rows, location, page.limit), totals };
}

/** A page of a short list, such as one bulk's transfers: an index finds all of its rows, which are read and counted. */
export async function readUncountedPage<Row>(
  tx: Tx,
  rows: Omit<ListQuery, "is_dense" | "list">,
  filter: ListFilter,
  page: PageBounds,
): Promise<ListPage<Row>> {
  const id_condition = idCondition(idRange(rows, filter));
  const [page_rows, { total }] = await Promise.all([
    scanPage<Row>(tx, rows, id_condition, page),
    tx.row<{ total: bigint }>(sql`select count(*) as total from ${rows.from} where ${rows.where} ${id_condition}`),
  ]);
  return { rows: page_rows, totals: Number(total) };
}

function scanPage<Row>(
  tx: Tx,
  { columns, from, where }: Pick<ListQuery, "columns" | "from" | "where">,
  id_condition: Sql,
  { limit, offset }: PageBounds,
): Promise<readonly Row[]> {
  return tx.rows<Row>(sql`
    select ${columns}
    from ${from}
    where ${where} ${id_condition}
    order by id desc
    limit ${limit} offset ${offset}`);
}

/**
 * The number of rows of one status and channel. A kind with a count of zero is kept, because deltas that are not yet
 * rolled up still cancel its counters.
 */
interface KindCount {
  readonly status: string;
  readonly channel: string;
  readonly count: bigint;
}

function totalOf(kinds: readonly KindCount[]): number {
  return Number(kinds.reduce((total, { count }) => total + count, 0n));
}

/** The condition that selects the filter's counters. */
function counterCondition(scope: Scope, { list }: ListQuery, filter: ListFilter): Sql {
  const { part = "", statuses = null, channels = null } = filter;
  return sql`
    ${inScope(scope)} and list = ${list} and part = ${part}
    ${statuses === null ? emptySql : sql`and status = any(${statuses})`}
    ${channels === null ? emptySql : sql`and channel = any(${channels.filter((channel) => channel !== "")})`}`;
}

/** The time buckets of a filter's days; without days, all of them. */
export function bucketRange({ from, until }: ListFilter): BucketRange {
  return {
    first: from ? minuteOf(toMilliseconds(from)) : 0n,
    end: until ? minuteOf(toMilliseconds(until)) : BigInt(Number.MAX_SAFE_INTEGER),
  };
}

/** The time bucket of an instant in Unix milliseconds: its minute. */
export function minuteOf(at_ms: number): bigint {
  return BigInt(Math.floor(at_ms / MINUTE_MS));
}

async function readKindCounts(
  tx: Tx,
  scope: Scope,
  rows: ListQuery,
  filter: ListFilter,
): Promise<readonly KindCount[]> {
  const is_all = !filter.from && !filter.until;
  const { first, end } = bucketRange(filter);
  const where = counterCondition(scope, rows, filter);
  return tx.rows<KindCount>(sql`
    select status, channel, sum(count)::bigint as count
    from (
      ${
        is_all
          ? sql`select status, channel, bucket, count from list_counts where ${where} and level = 0`
          : selectCounters(where, { first, end }, "day")
      }
      union all
      select status, channel, bucket, change
      from list_deltas
      where ${where} ${is_all ? emptySql : sql`and bucket >= ${first} and bucket < ${end}`}
    ) counted
    group by status, channel`);
}

/** A list with its filter and counts, in which `locatePage` finds a page. */
interface PageSearch {
  readonly rows: ListQuery;
  readonly filter: ListFilter;
  readonly kinds: readonly KindCount[];
  readonly totals: number;
}

/**
 * A part of a time bucket: its rows lie between these two milliseconds of the minute, both included. For numeric ids
 * the part is the whole bucket.
 */
interface BucketPart {
  readonly bucket: bigint;
  readonly first_ms: number;
  readonly last_ms: number;
}

/**
 * The location of a page: its buckets, the newest first, the number of their rows, and the number of those before the
 * page.
 */
interface PageLocation {
  readonly parts: readonly BucketPart[];
  readonly row_count: number;
  readonly skipped: number;
}

async function locatePage(
  tx: Tx,
  scope: Scope,
  search: PageSearch,
  { limit, offset }: PageBounds,
): Promise<PageLocation> {
  const all = { ...bucketRange(search.filter), before: 0 };
  const is_deep = offset >= SCAN_OFFSET_MAX;
  const day = is_deep ? await locateUnit(tx, scope, search, { ...all, part: DAY, offset }) : all;
  const hour = is_deep ? await locateUnit(tx, scope, search, { ...day, part: HOUR, offset }) : all;
  const offset_in_hour = offset - hour.before;
  const end_row = Math.min(offset_in_hour + limit, search.totals - hour.before);
  // A counter's bucket has at least one row, so `bucket_limit` buckets of each kind contain the page. Deltas that
  // remove rows are the exception: then the loop reads more buckets.
  for (let bucket_limit = (is_deep ? HOUR.minutes : offset_in_hour) + limit; ; bucket_limit *= 8) {
    const buckets = await readBucketCounts(tx, scope, search, { first: all.first, end: hour.end, reach: bucket_limit });
    const location = takeBuckets(buckets, offset_in_hour, end_row);
    if (location) return location;
    assert(bucket_limit < BUCKETS_MAX, "a list's counters by minute add up to its count");
  }
}

interface BucketCount extends BucketPart {
  readonly count: bigint;
}

/** The buckets with the rows from `skip` to `end_row`, or null if there are too few. */
function takeBuckets(counts: readonly BucketCount[], skip: number, end_row: number): PageLocation | null {
  const parts: BucketPart[] = [];
  let before = 0;
  let counted = 0;
  for (const part of counts) {
    const rows = Number(part.count);
    if (counted + rows <= skip) before += rows;
    else parts.push(part);
    counted += rows;
    if (counted >= end_row) return { parts, row_count: counted - before, skipped: skip - before };
  }
  return null;
}

/** A range of buckets, and the number of rows of the list that are newer than the range. */
interface BucketSpan {
  readonly first: bigint;
  readonly end: bigint;
  readonly before: number;
}

/** Finds the day or hour that contains the row at `offset`. */
async function locateUnit(
  tx: Tx,
  scope: Scope,
  { rows, filter }: PageSearch,
  { first, end, before, part, offset }: BucketSpan & { readonly part: CounterUnit; readonly offset: number },
): Promise<BucketSpan> {
  const minutes = BigInt(part.minutes);
  const located = await tx.row<{ unit: bigint; passed: bigint }>(sql`
    select unit, (total - count)::bigint as passed
    from (
      select unit, count, sum(count) over (order by unit desc) as total
      from (
        select unit, sum(count) as count
        from (
          select bucket / ${minutes} as unit, count
          from (${selectCounters(counterCondition(scope, rows, filter), { first, end }, part.name)}) counters
          union all
          select bucket / ${minutes}, change
          from list_deltas
          where ${counterCondition(scope, rows, filter)} and bucket >= ${first} and bucket < ${end}
        ) counted
        group by unit
      ) units
    ) running
    where total > ${offset - before}
    order by unit desc
    limit 1`);
  const [begins, ends] = [located.unit * minutes, (located.unit + 1n) * minutes];
  return {
    first: begins < first ? first : begins,
    end: ends > end ? end : ends,
    before: before + Number(located.passed),
  };
}

/**
 * The newest buckets before `end`, with their number of rows and range of instants. Reads `reach` buckets of each kind,
 * and returns only those that all kinds cover.
 */
async function readBucketCounts(
  tx: Tx,
  scope: Scope,
  { rows, filter, kinds }: PageSearch,
  { first, end, reach: bucket_limit }: { readonly first: bigint; readonly end: bigint; readonly reach: number },
): Promise<readonly BucketCount[]> {
  return tx.rows<BucketCount>(sql`
    with rolled_up as (
      select c.bucket, c.count, c.first_ms, c.last_ms, c.rank
      from unnest(${kinds.map(({ status }) => status)}::text[], ${kinds.map(({ channel }) => channel)}::text[])
        as kind (status, channel)
      cross join lateral (
        select bucket, count, first_ms, last_ms, row_number() over (order by bucket desc) as rank
        from (
          select bucket, count, first_ms, last_ms
          from list_counts
          where ${inScope(scope)} and list = ${rows.list} and part = ${filter.part ?? ""} and level = 2
            and status = kind.status and channel = kind.channel and bucket >= ${first} and bucket < ${end}
          order by bucket desc
          limit ${bucket_limit}
        ) newest
      ) c
    )
    select bucket, sum(count)::bigint as count, min(first_ms) as first_ms, max(last_ms) as last_ms
    from (
      select bucket, count, first_ms, last_ms from rolled_up
      union all
      select bucket, change, first_ms, last_ms
      from list_deltas
      where ${counterCondition(scope, rows, filter)} and bucket >= ${first} and bucket < ${end}
    ) counted
    where bucket >= (select coalesce(max(bucket), 0) from rolled_up where rank = ${bucket_limit})
    group by bucket
    having sum(count) > 0
    order by bucket desc`);
}

// If the buckets hold at most this many times the rows of a page, one query reads whole rows. Reading the ids first and
// then the rows would take as long.
const WHOLE_ROW_PAGES = 2;

/** Reads a page of rows from these buckets. With many rows it reads their ids first, by an index-only scan. */
function readBucketRows<Row>(
  tx: Tx,
  rows: ListQuery,
  { parts, row_count, skipped }: PageLocation,
  limit: number,
): Promise<readonly Row[]> {
  const ranges = idRangesOf(rows, parts);
  const type = rows.prefix === null ? sql`bigint[]` : sql`text[]`;
  const page = (columns: Sql): Sql => sql`
    select page.*
    from unnest(${ranges.map(([first]) => first)}::${type}, ${ranges.map(([, end]) => end)}::${type})
      as bucket (first, "end")
    cross join lateral (
      select ${columns}
      from ${rows.from}
      where ${rows.where} and id >= bucket.first and id < bucket."end"
      order by id desc
      limit ${skipped + limit}
    ) page
    order by page.id desc
    limit ${limit} offset ${skipped}`;
  if (row_count <= limit * WHOLE_ROW_PAGES) return tx.rows<Row>(page(rows.columns));
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
function idRangesOf(
  { prefix }: Pick<ListQuery, "prefix">,
  parts: readonly BucketPart[],
): readonly (readonly [string, string])[] {
  return mergeAdjacent(parts).map(({ first, last }) => [
    prefix === null ? String(first.bucket * IDS_PER_BUCKET) : firstIdOf(prefix, first.bucket, first.first_ms),
    prefix === null ? String((last.bucket + 1n) * IDS_PER_BUCKET) : firstIdOf(prefix, last.bucket, last.last_ms + 1),
  ]);
}

/** The possible ids in whole minutes, as ranges: the first id, and the first after the range. */
export function idRangesOfMinutes(
  prefix: IdPrefix,
  buckets: readonly bigint[],
): readonly (readonly [string, string])[] {
  return idRangesOf(
    { prefix },
    buckets.map((bucket) => ({ bucket, first_ms: 0, last_ms: MINUTE_MS - 1 })),
  );
}

/** Merges adjacent buckets, the newest first, into ranges. */
function mergeAdjacent(
  parts: readonly BucketPart[],
): readonly { readonly first: BucketPart; readonly last: BucketPart }[] {
  const ranges: { first: BucketPart; readonly last: BucketPart }[] = [];
  for (const part of parts) {
    const range = ranges.at(-1);
    if (range && range.first.bucket === part.bucket + 1n) range.first = part;
    else ranges.push({ first: part, last: part });
  }
  return ranges;
}

/** The smallest possible id at a millisecond of a minute. */
function firstIdOf(prefix: IdPrefix, bucket: bigint, ms: number): string {
  return firstIdAt(prefix, fromMilliseconds(Number(bucket) * MINUTE_MS + ms));
}

interface IdRange {
  readonly first: string | null;
  readonly end: string | null;
}

/** An id begins with its row's creation time, so a range of days is a range of ids. */
export function idRange({ prefix }: Pick<ListQuery, "prefix">, { from, until }: ListFilter): IdRange {
  if (prefix === null) return { first: null, end: null };
  return { first: from ? firstIdAt(prefix, from) : null, end: until ? firstIdAt(prefix, until) : null };
}

function idCondition({ first, end }: IdRange): Sql {
  return sql`${first === null ? emptySql : sql`and id >= ${first}`} ${end === null ? emptySql : sql`and id < ${end}`}`;
}
