import { assert, invalid } from "#kernel/errors.ts";
import { type IdPrefix, madeAtMs } from "#kernel/ids.ts";
import { digitsOf } from "#kernel/phone.ts";
import type { Scope } from "#kernel/scope.ts";
import { isTooLong } from "./errors.ts";
import {
  type Filter,
  idRange,
  type Listed,
  minuteOf,
  type Paging,
  type Rows,
  rangesOfMinutes,
  slotRange,
} from "./list.ts";
import { mine, nothing, Sql, sql, type Tx } from "./tx.ts";

/** The lists that can be searched (interface-decisions 25a): what their ids begin with, and the view of their words. */
export const SEARCHED = {
  transfers: { prefix: "trf", words: sql`transfer_words` },
  payments: { prefix: "pay", words: sql`payment_words` },
  beneficiaries: { prefix: "ben", words: sql`beneficiary_words` },
  customers: { prefix: "cus", words: sql`customer_words` },
} as const satisfies Readonly<Record<string, { readonly prefix: IdPrefix; readonly words: Sql }>>;

export type Searched = keyof typeof SEARCHED;

/** What is searched: the rows of a list, as they are listed otherwise. */
export interface SearchedRows extends Omit<Rows, "is_dense" | "list" | "prefix"> {
  readonly list: Searched;
  /** Whether `where` asks for more than that a row is of the list. */
  readonly is_filtered: boolean;
}

/** How far a search goes. */
export interface SearchBounds {
  /** How long it may look: whoever looks through millions of rows keeps a connection from everybody else. */
  readonly most_ms: number;
  /** So many rows, the newest, say how common a text is. */
  readonly sample: number;
  /** When, going by the sample, more of the list contain it, it is everywhere: the older ones are not looked for. */
  readonly found_max: number;
  /** Then, and where no index can help, so many rows, the newest, are looked at one by one. */
  readonly looked_at_max: number;
  /** So many ids of what the index finds are gathered in memory; of more the database puts them aside, which takes longer. */
  readonly gathered_max: number;
}

// Each that the index finds is read from somewhere else: three times as many take 50 ms of ten million, more where they lie apart.
export const SEARCH: SearchBounds = {
  most_ms: 5_000,
  sample: 10_000,
  found_max: 8_000,
  looked_at_max: 50_000,
  gathered_max: 100_000,
};

// What the index knows: three signs in a row.
const PART_MIN = 3;
// How rare each part of a text is costs a look at the sample.
const PARTS_MAX = 4;
// A page of what the index finds is among the newest so many times what the sample looked at, unless little is found at all.
const NEWER_TIMES = 64n;

/** The text for `like` and `ilike` that finds it anywhere; its own wildcards are plain signs. */
export function anywhere(search: string): string {
  return `%${search.replace(/[\\%_]/g, "\\$&")}%`;
}

/** Whether the words of a row contain the text, whatever the case; what looks like a number matches on its digits. */
function contains(search: string): Sql {
  const digits = digitsIn(search);
  const by_phone = digits === "" ? nothing : sql`or phone like ${anywhere(digits)}`;
  return sql`(text like ${lowered(search)} ${by_phone})`;
}

/** The text for `like` as words are kept. A query of its own is asked once, a function for every row. */
function lowered(search: string): Sql {
  return sql`(select lower(${anywhere(search)}))`;
}

/** The digits of a text that looks like a telephone number; of any other none. */
function digitsIn(search: string): string {
  return /^[+\d\s().-]*\d[+\d\s().-]*$/.test(search) ? digitsOf(search) : "";
}

/** That a row, by its alias, is found by a search. It is asked of each row by itself: for those that are read anyway. */
export function isFound(list: Searched, alias: string, search: string): Sql {
  const own = new Sql([`(${alias}.merchant, ${alias}.environment, ${alias}.id)`], []);
  return sql`exists (
    select from ${SEARCHED[list].words} where (merchant, environment, id) = ${own} and ${contains(search)} offset 0)`;
}

/**
 * A page of what a search finds, the newest first, and how many it finds. It finds all there is; but a text that is
 * everywhere (going by the newest ten thousand rows more than eight thousand contain it), or in which, spaces aside, no three
 * letters or digits stand together, it finds among the newest fifty thousand rows alone. Throws `invalid` when it takes too long.
 */
export async function listSearched<Row>(
  tx: Tx,
  scope: Scope,
  rows: SearchedRows,
  filter: Filter & { readonly search: string },
  page: Paging,
  bounds = SEARCH,
): Promise<Listed<Row>> {
  const bounded = tx.rows(sql`select set_config('statement_timeout', ${String(bounds.most_ms)}, true)`);
  try {
    const [changed] = await Promise.all([changedSlots(tx, scope, rows.list, filter), bounded]);
    const sought = { ...rows, filter, changed, wanted: page.offset + page.limit };
    const [fresh, found] = await Promise.all([findChanged(tx, scope, sought), findFed(tx, scope, sought, bounds)]);
    const ids = [...fresh.ids, ...found.ids].sort().reverse().slice(page.offset, sought.wanted);
    return { rows: await readFound<Row>(tx, scope, rows, ids), totals: Number(fresh.found + found.found) };
  } catch (error) {
    if (!isTooLong(error)) throw error;
    throw invalid("search", "This search has too much to look through; where there are days to choose, choose fewer");
  }
}

/** The minutes whose words may be others than those that were kept. */
async function changedSlots(tx: Tx, scope: Scope, list: Searched, filter: Filter): Promise<readonly bigint[]> {
  const { first, end } = slotRange(filter);
  const asked = sql`${mine(scope)} and list = ${list}`;
  const slots = await tx.rows<{ slot: bigint }>(sql`
    select distinct slot
    from (
      select slot from search_slots where ${asked}
      union all
      select slot from list_deltas where ${asked} and part = ''
    ) changed
    where slot >= ${first} and slot < ${end}
    order by slot desc`);
  return slots.map(({ slot }) => slot);
}

/** What is looked for, and where not: in the minutes that changed. */
interface Sought extends SearchedRows {
  readonly filter: Filter & { readonly search: string };
  readonly changed: readonly bigint[];
  /** So many ids are enough. */
  readonly wanted: number;
}

/** How many rows were found, and the ids of the newest. */
interface Found {
  readonly found: bigint;
  readonly ids: readonly string[];
}

const NONE: Found = { found: 0n, ids: [] };

/** Rows of minutes that changed, each looked at itself. */
async function findChanged(tx: Tx, scope: Scope, sought: Sought): Promise<Found> {
  const { list, changed, filter, wanted } = sought;
  if (changed.length === 0) return NONE;
  const { prefix, words } = SEARCHED[list];
  const ranges = rangesOfMinutes(prefix, changed);
  return tx.row<Found>(sql`
    select count(*) as found, coalesce((array_agg(id order by id desc))[1:${wanted}], '{}') as ids
    from (
      select w.id
      from unnest(${ranges.map(([first]) => first)}::text[], ${ranges.map(([, end]) => end)}::text[])
        as slot (first, "end")
      cross join lateral (
        select id
        from ${words}
        where ${mine(scope)} and id >= slot.first and id < slot."end" and ${contains(filter.search)}
      ) w
    ) found
    where ${fulfils(sought, sql`found.id`)}`);
}

/** Rows whose words are kept: all by the index, unless the newest say that it would find too many, or nothing at all. */
async function findFed(tx: Tx, scope: Scope, sought: Sought, bounds: SearchBounds): Promise<Found> {
  const parts = partsOf(sought.filter.search);
  // Where there is but one, nothing depends on how rare it is.
  const compared = parts.length > 1 ? parts : [];
  const [sample, size] = await Promise.all([
    findNewest(tx, sought, { rows: bounds.sample, before: null, parts: compared }),
    sizeOf(tx, scope, sought.list),
  ]);
  if (sample.looked_at < bounds.sample) return sample;
  const isEverywhere = (times: number): boolean =>
    times * Number(size.rows) > bounds.found_max * Number(sample.looked_at);
  const can_help = parts.length > 0 || digitsIn(sought.filter.search).length >= PART_MIN;
  if (!can_help || isEverywhere(Number(sample.with_text)))
    return findOlder(tx, sought, sample, bounds.looked_at_max - bounds.sample);
  const [rarest = null] = parts.toSorted((one, other) => timesOf(sample, parts, one) - timesOf(sample, parts, other));
  // Of a part that is everywhere the index would find too much by itself.
  const part =
    rarest !== null && isEverywhere(timesOf(sample, parts, rarest)) ? joinedOf(sought.filter.search) : rarest;
  return findByIndex(tx, scope, sought, { part, is_most: size.is_most, bounds, sample });
}

/** How many rows a list has, and whether that is most of all there are. */
function sizeOf(tx: Tx, scope: Scope, list: Searched): Promise<{ readonly rows: bigint; readonly is_most: boolean }> {
  return tx.row(sql`
    select coalesce(sum(count), 0)::bigint as rows,
      coalesce(2 * sum(count) > (select reltuples from pg_class where oid = 'search_rows'::regclass), false) as is_most
    from list_counts
    where ${mine(scope)} and list = ${list} and part = '' and level = 0`);
}

interface Sample extends Found {
  readonly looked_at: bigint;
  readonly with_text: bigint;
  /** How many contain each part of the text, as the index knows it. */
  readonly with_part: readonly bigint[];
  /** The oldest that was looked at. */
  readonly oldest: string | null;
}

function timesOf({ with_part }: Sample, parts: readonly string[], part: string): number {
  return Number(with_part[parts.indexOf(part)] ?? 0n);
}

interface Look {
  /** So many are looked at. */
  readonly rows: number;
  /** The newest of those with a lesser id; null: of all. */
  readonly before: string | null;
  readonly parts: readonly string[];
}

/** Looks at so many rows, the newest, one by one. */
function findNewest(tx: Tx, sought: Sought, { rows, before, parts }: Look): Promise<Sample> {
  const { search } = sought.filter;
  // Of a text without spaces the parts are in the words as they are.
  const words = joinedOf(search) === search || parts.length === 0 ? sql`text` : sql`replace(text, ' ', '')`;
  const ids =
    sought.wanted === 0
      ? sql`'{}'::text[]`
      : sql`coalesce((array_agg(id) filter (where is_found))[1:${sought.wanted}], '{}')`;
  return tx.row<Sample>(sql`
    select count(*) as looked_at, count(*) filter (where has_text) as with_text,
      array[${each(parts, (part) => sql`count(*) filter (where words like ${lowered(part)})`)}]::bigint[] as with_part,
      count(*) filter (where is_found) as found, min(id) as oldest, ${ids} as ids
    from (
      select id, words, has_text,
        has_text and ${isUnchanged(sought)} and ${fulfils(sought, sql`looked_at.id`)} as is_found
      from (
        select id, slot, ${words} as words, ${contains(search)} as has_text
        from search_mine
        where ${within(sought)} ${before === null ? nothing : sql`and id < ${before}`}
        order by id desc
        limit ${rows}
      ) looked_at
    ) newest`);
}

/** Looks at so many more rows, those behind a sample. */
async function findOlder(tx: Tx, sought: Sought, sample: Sample, rows: number): Promise<Found> {
  const wanted = Math.max(0, sought.wanted - sample.ids.length);
  const older = await findNewest(tx, { ...sought, wanted }, { rows, before: sample.oldest, parts: [] });
  return { found: sample.found + older.found, ids: [...sample.ids, ...older.ids] };
}

interface Helped {
  /** The part of the joined text that the index is asked for; null where only a number's digits are. */
  readonly part: string | null;
  /** Whether the list has most of all the rows there are. */
  readonly is_most: boolean;
  readonly bounds: SearchBounds;
  /** The newest, which were looked at without it. */
  readonly sample: Sample;
}

/**
 * Looks by the index for one part of the text, and in what that finds for the text as it is. A number whose digits are typed
 * with signs between them has no part: as a number it is found everywhere, as it is typed among the newest. Where the
 * newest fill the page the rest are only counted.
 */
async function findByIndex(
  tx: Tx,
  scope: Scope,
  sought: Sought,
  { part, is_most, bounds, sample }: Helped,
): Promise<Found> {
  const { list, filter, wanted } = sought;
  // Of most of the rows there are, whose they are says less than it costs to ask.
  const scoped = is_most
    ? nothing
    : sql`and scope = ${`${scope.merchant}${scope.environment}${SEARCHED[list].prefix}`}`;
  const digits = digitsIn(filter.search);
  const by_phone = digits === "" ? nothing : sql`phone like ${anywhere(digits)}`;
  const found =
    part === null
      ? sql`
      select id, slot from search_parts where ${by_phone} ${scoped}
      union
      select id, slot
      from (select id, slot, text from search_mine where ${within(sought)} order by id desc limit ${bounds.looked_at_max}) n
      where text like ${lowered(filter.search)}`
      : sql`
      select id, slot
      from search_parts
      where (
        joined like ${lowered(part)} and text like ${lowered(filter.search)}
        ${digits === "" ? nothing : sql`or ${by_phone}`}
      ) ${scoped}`;
  const all_found = sql`
      from (${found} offset 0) parts
      where ${within(sought)} and ${isUnchanged(sought)} and ${fulfils(sought, sql`parts.id`)}`;
  if (sample.ids.length >= wanted) {
    // Found in the order of the oldest first, most of them would be sorted in for nothing: a third of the time.
    const { number } = await tx.row<{ number: bigint }>(sql`select count(*) as number ${all_found}`);
    return { found: number, ids: sample.ids };
  }
  return (
    (await gatherNewest(tx, sought, all_found, { bounds, sample })) ??
    tx.row<Found>(sql`
    with found as materialized (
      select id ${all_found}
    )
    select (select count(*) from found) as found, array(select id from found order by id desc limit ${wanted}) as ids`)
  );
}

/** The same as putting all in order, a tenth sooner: ids are gathered, and only the newest are. Null where there are too many. */
async function gatherNewest(
  tx: Tx,
  sought: Sought,
  all_found: Sql,
  { bounds, sample }: Pick<Helped, "bounds" | "sample">,
): Promise<Found | null> {
  const { wanted } = sought;
  const newest = (ids: Sql): Sql => sql`array(select id from unnest(${ids}) as id order by id desc limit ${wanted})`;
  const gathered = await tx.row<Found>(sql`
    with gathered as materialized (
      select count(*) as found,
        coalesce(array_agg(id) filter (where is_newer), '{}') as newer,
        coalesce(array_agg(id) filter (where is_newer is not true), '{}') as older
      from (
        select id, slot >= ${newestFrom(sought, sample)} as is_newer
        ${all_found}
        limit ${bounds.gathered_max + 1}
      ) found
    )
    select found,
      case when cardinality(newer) >= ${wanted} then ${newest(sql`newer`)} else ${newest(sql`newer || older`)} end as ids
    from gathered`);
  return Number(gathered.found) <= bounds.gathered_max ? gathered : null;
}

/** From which minute on a row is one of the newest: `NEWER_TIMES` as many as the sample looked at, had all come as fast. */
function newestFrom(sought: Sought, { oldest }: Sample): Sql {
  assert(oldest !== null, "an index is asked behind a full sample");
  const sampled_from = minuteOf(madeAtMs(oldest));
  return sql`(
    select slot - ${NEWER_TIMES} * (slot - ${sampled_from} + 1)
    from search_mine where ${within(sought)} order by id desc limit 1)`;
}

/** That a row is of the list, and of the days that are asked for. */
function within({ list, filter }: Sought): Sql {
  const { prefix } = SEARCHED[list];
  const { first, end } = idRange({ prefix }, filter);
  // The sign behind the underscore is behind all ids of the list.
  return sql`id >= ${first ?? `${prefix}_`} and id < ${end ?? `${prefix}\``}`;
}

/** That a row is of a minute whose words are what was kept. */
function isUnchanged({ changed }: Sought): Sql {
  return changed.length === 0 ? sql`true` : sql`slot <> all(${changed})`;
}

/** A text as the index knows it: its words one behind the other. */
function joinedOf(search: string): string {
  return search.replaceAll(" ", "");
}

/**
 * The parts of a joined text that the index can look for: three letters or digits or more that stand together, with the
 * signs beside them, which say where they begin or end: the longest of them. The whole of it, where it has but one.
 */
function partsOf(search: string): readonly string[] {
  const joined = joinedOf(search);
  const parts = joined.match(/[^\p{L}\p{N}]?[\p{L}\p{N}]{3,}[^\p{L}\p{N}]?/gu) ?? [];
  if (parts.length === 1) return [joined];
  return parts.toSorted((one, other) => other.length - one.length).slice(0, PARTS_MAX);
}

function each(items: readonly string[], make: (item: string) => Sql): Sql {
  return new Sql(["", ...items.slice(1).map(() => ", "), ...(items.length > 0 ? [""] : [])], items.map(make));
}

/** What a found row must be besides: where nothing else is asked, its words say it is of the list. */
function fulfils({ is_filtered, from, where }: SearchedRows, id: Sql): Sql {
  return is_filtered ? sql`exists (select from ${from} where ${where} and id = ${id} offset 0)` : sql`true`;
}

async function readFound<Row>(
  tx: Tx,
  scope: Scope,
  { columns, from }: SearchedRows,
  ids: readonly string[],
): Promise<readonly Row[]> {
  if (ids.length === 0) return [];
  return tx.rows<Row>(sql`
    select ${columns} from ${from} where ${mine(scope)} and id = any(${ids}) order by id desc`);
}
