import { isStatementTimeout } from "#db/errors.ts";
import {
  bucketRange,
  idRange,
  idRangesOfMinutes,
  type ListFilter,
  type ListPage,
  type ListQuery,
  type PageBounds,
} from "#db/lists/list.ts";
import { emptySql, inScope, Sql, sql, type Tx } from "#db/tx.ts";
import { invalid } from "#kernel/errors.ts";
import type { IdPrefix } from "#kernel/ids.ts";
import type { Scope } from "#kernel/scope.ts";
import {
  amountCondition,
  matchCondition,
  numberCondition,
  parseSearchQuery,
  referenceCondition,
  type SearchQuery,
  textCondition,
} from "./search-query.ts";

/** The lists that can be searched: the prefix of their ids, and the view of their search text. */
export const SEARCHABLE = {
  transfers: { prefix: "trf", view: sql`searchable_transfers` },
  payments: { prefix: "pay", view: sql`searchable_payments` },
  refunds: { prefix: "ref", view: sql`searchable_refunds` },
  beneficiaries: { prefix: "ben", view: sql`searchable_beneficiaries` },
  customers: { prefix: "cus", view: sql`searchable_customers` },
} as const satisfies Readonly<Record<string, { readonly prefix: IdPrefix; readonly view: Sql }>>;

export type SearchableList = keyof typeof SEARCHABLE;

/** The rows of a list to search, in the form that the list itself reads. */
export interface SearchableRows extends Omit<ListQuery, "is_dense" | "list" | "prefix"> {
  readonly list: SearchableList;
  /** Whether `where` filters the rows further than the list itself does. */
  readonly is_filtered: boolean;
}

export interface SearchBounds {
  /** The statement timeout. Without it a search through millions of rows would occupy a connection for long. */
  readonly timeout_ms: number;
  /** The number of newest rows read first: their share of matches estimates how common a text is. */
  readonly sample: number;
  /** A text with more estimated matches in the list is common. */
  readonly matches_max: number;
  /** The number of newest rows searched for a text that is common or has no trigrams. */
  readonly scan_max: number;
}

// Each row that the index finds costs a random read: reading 24,000 of ten million rows takes 50 ms.
export const SEARCH_BOUNDS: SearchBounds = { timeout_ms: 5_000, sample: 10_000, matches_max: 8_000, scan_max: 50_000 };

// The length of a trigram, in letters or digits.
const TRIGRAM_LENGTH = 3;
// The number of newest rows that estimate how rare a word is.
const WORD_SAMPLE_ROWS = 1_000;
const WORDS_MAX = 4;

/**
 * The condition that the row of this alias matches a search. For lists whose rows are read one by one anyway, without
 * the index.
 */
export function matchesSearch(scope: Scope, list: SearchableList, alias: string, search: string): Sql {
  const key = new Sql([`(${alias}.merchant, ${alias}.environment, ${alias}.id)`], []);
  return sql`exists (
    select from ${SEARCHABLE[list].view}
    where (merchant, environment, id) = ${key} and ${matchCondition(scope, parseSearchQuery(search))}
    offset 0)`;
}

/**
 * The rows of a table whose id is this text, or whose text field has it as a part, among the newest fifty thousand of the merchant. For lists
 * that are short and have no index of words.
 */
export function newestMatching(scope: Scope, table: Sql, field: Sql, search: string): Sql {
  return sql`(
    select newest.*
    from (
      select * from ${table} where ${inScope(scope)} order by id desc limit ${SEARCH_BOUNDS.scan_max}
    ) newest
    where id = ${search} or strpos(kolo_search_form(${field}), (select kolo_search_form(${search}))) > 0
  ) ${table}`;
}

/**
 * A page of the rows that match a search, the newest first, and their number. Throws `invalid` on timeout.
 *
 * Only the newest fifty thousand rows are searched in two cases. In the first, the newest ten thousand rows suggest
 * more than eight thousand matches. In the second, the text has no three letters or digits in a row.
 */
export async function readSearchPage<Row>(
  tx: Tx,
  scope: Scope,
  rows: SearchableRows,
  filter: ListFilter & { readonly search: string },
  page: PageBounds,
  bounds = SEARCH_BOUNDS,
): Promise<ListPage<Row>> {
  const query = parseSearchQuery(filter.search);
  const timeout = tx.rows(sql`select set_config('statement_timeout', ${String(bounds.timeout_ms)}, true)`);
  try {
    const [stale] = await Promise.all([readStaleBuckets(tx, scope, rows.list, filter), timeout]);
    const search = { ...rows, scope, query, filter, stale, ids_max: page.offset + page.limit };
    const [from_stale, indexed] = await Promise.all([searchStaleBuckets(tx, search), searchIndex(tx, search, bounds)]);
    const ids = [...from_stale.ids, ...indexed.ids].sort().reverse().slice(page.offset, search.ids_max);
    return { rows: await readRows<Row>(tx, scope, rows, ids), totals: Number(from_stale.found + indexed.found) };
  } catch (error) {
    if (!isStatementTimeout(error)) throw error;
    throw invalid(
      "search",
      "search_too_broad",
      "This search has too much to look through; where there are days to choose, choose fewer",
    );
  }
}

/** The time buckets whose rows may differ from the index. */
async function readStaleBuckets(
  tx: Tx,
  scope: Scope,
  list: SearchableList,
  filter: ListFilter,
): Promise<readonly bigint[]> {
  const { first, end } = bucketRange(filter);
  const list_condition = sql`${inScope(scope)} and list = ${list}`;
  const buckets = await tx.rows<{ bucket: bigint }>(sql`
    select distinct bucket
    from (
      select bucket from search_stale where ${list_condition}
      union all
      select bucket from list_deltas where ${list_condition} and part = ''
    ) stale
    where bucket >= ${first} and bucket < ${end}
    order by bucket desc`);
  return buckets.map(({ bucket }) => bucket);
}

interface SearchContext extends SearchableRows {
  readonly scope: Scope;
  readonly query: SearchQuery;
  readonly filter: ListFilter;
  readonly stale: readonly bigint[];
  /** The most ids to return. */
  readonly ids_max: number;
}

/** The number of matches, and the ids of the newest. */
interface SearchMatches {
  readonly found: bigint;
  readonly ids: readonly string[];
}

/** Searches stale buckets in the tables themselves, without the index. */
async function searchStaleBuckets(tx: Tx, search: SearchContext): Promise<SearchMatches> {
  const { list, scope, stale, query, ids_max } = search;
  if (stale.length === 0) return { found: 0n, ids: [] };
  const { prefix, view } = SEARCHABLE[list];
  const ranges = idRangesOfMinutes(prefix, stale);
  return tx.row<SearchMatches>(sql`
    select count(*) as found, coalesce((array_agg(id order by id desc))[1:${ids_max}], '{}') as ids
    from (
      select rows.id
      from unnest(${ranges.map(([first]) => first)}::text[], ${ranges.map(([, end]) => end)}::text[])
        as bucket (first, "end")
      cross join lateral (
        select id
        from ${view}
        where ${inScope(scope)} and id >= bucket.first and id < bucket."end" and ${matchCondition(scope, query)}
      ) rows
    ) found
    where ${filterCondition(search, sql`found.id`)}`);
}

/**
 * Searches indexed rows: first the newest, one by one. If there are more rows and the text is rare and has trigrams,
 * then all rows by trigrams.
 */
async function searchIndex(tx: Tx, search: SearchContext, bounds: SearchBounds): Promise<SearchMatches> {
  const { scope, query, list } = search;
  const [newest, size, { form }] = await Promise.all([
    scanNewest(tx, search, bounds.sample),
    readListSize(tx, scope, list),
    tx.row<{ form: string }>(sql`select kolo_search_form(${query.text}) as form`),
  ]);
  if (newest.scanned < bounds.sample) return newest;
  const is_common = newest.matched * size.rows > BigInt(bounds.matches_max) * newest.scanned;
  const terms = { words: searchWords(form), numbers: query.numbers.filter(({ length }) => length >= TRIGRAM_LENGTH) };
  if (is_common || terms.words.length + terms.numbers.length === 0) return scanNewest(tx, search, bounds.scan_max);
  return searchByTrigrams(tx, search, { ...terms, form, is_most: size.is_most, scan_max: bounds.scan_max });
}

interface ScanMatches extends SearchMatches {
  readonly scanned: bigint;
  /** The number of matches, including rows outside the filters and in stale buckets. */
  readonly matched: bigint;
}

function scanNewest(tx: Tx, search: SearchContext, rows_max: number): Promise<ScanMatches> {
  const { scope, query, ids_max } = search;
  return tx.row<ScanMatches>(sql`
    select count(*) as scanned, count(*) filter (where is_match) as matched, count(*) filter (where is_found) as found,
      coalesce((array_agg(id) filter (where is_found))[1:${ids_max}], '{}') as ids
    from (
      select id, is_match, is_match and ${freshCondition(search)} and ${filterCondition(search, sql`newest.id`)} as is_found
      from (
        select id, bucket, ${matchCondition(scope, query)} as is_match
        from own_search_index
        where ${inListCondition(search)}
        order by id desc
        limit ${rows_max}
      ) newest
      -- Keeps the planner from checking the filter twice for each match, once for the count and once for the ids.
      offset 0
    ) scan`);
}

/** The number of rows of a list, and whether they are more than half of the index's rows. */
function readListSize(
  tx: Tx,
  scope: Scope,
  list: SearchableList,
): Promise<{ readonly rows: bigint; readonly is_most: boolean }> {
  return tx.row(sql`
    select coalesce(sum(count), 0)::bigint as rows,
      coalesce(2 * sum(count) > (select reltuples from pg_class where oid = 'search_index'::regclass), false) as is_most
    from list_counts
    where ${inScope(scope)} and list = ${list} and part = '' and level = 0`);
}

interface TrigramTerms {
  readonly form: string;
  readonly words: readonly string[];
  readonly numbers: readonly string[];
  readonly is_most: boolean;
  readonly scan_max: number;
}

/**
 * One index scan for each interpretation of the query. For a text, the scan reads the trigrams of its rarest word only.
 * Including those of `order`, which each row has, took five times as long as the number after it alone. A text without
 * such a word scans the newest rows.
 */
function searchByTrigrams(
  tx: Tx,
  search: SearchContext,
  { form, words, numbers, is_most, scan_max }: TrigramTerms,
): Promise<SearchMatches> {
  const { scope, query, list, ids_max } = search;
  // When this list has most rows of the index, filtering by its scope costs more than it saves.
  const list_condition = is_most
    ? emptySql
    : sql`and scope = ${`${scope.merchant}${scope.environment}${SEARCHABLE[list].prefix}`}`;
  const newest = (rows: number): Sql =>
    sql`(select id, bucket, text from own_search_index where ${inListCondition(search)} order by id desc limit ${rows}) newest`;
  const rarest = sql`(
    select pattern
    from unnest(${words}::text[], ${words.map(containsPattern)}::text[]) with ordinality as words (word, pattern, place)
    order by (select count(*) from ${newest(WORD_SAMPLE_ROWS)} where strpos(text, word) > 0), place
    limit 1)`;
  const has_text = textCondition(query, sql`${form}::text`);
  const scans = [
    words.length > 0
      ? sql`select id, bucket from own_search_trigrams where text like ${rarest} and ${has_text} ${list_condition}`
      : sql`select id, bucket from ${newest(scan_max)} where ${has_text}`,
    numbers.length > 0
      ? sql`select id, bucket from own_search_trigrams where ${numberCondition(numbers)} ${list_condition}`
      : null,
    query.amounts.length > 0
      ? sql`select id, bucket from own_search_index where ${amountCondition(query.amounts)}`
      : null,
    query.reference !== null
      ? sql`select id, bucket from own_search_index where ${referenceCondition(scope, query.reference)}`
      : null,
  ];
  const all = scans.filter((scan) => scan !== null).reduce((one, other) => sql`${one} union all ${other}`);
  return tx.row<SearchMatches>(sql`
    with found as materialized (
      select distinct id
      from (${all} offset 0) scans
      where ${inListCondition(search)} and ${freshCondition(search)} and ${filterCondition(search, sql`scans.id`)}
    )
    select (select count(*) from found) as found, array(select id from found order by id desc limit ${ids_max}) as ids`);
}

/**
 * The words of a normalized text that have trigrams, the longest first, and the whole text, which is rarer if each word
 * is common. The form has no spaces or hyphens, so that a word also ends where digits begin: `order1042` is two.
 */
function searchWords(form: string): readonly string[] {
  const words =
    form.match(/[^\p{L}\p{N}]?(?:\p{L}{3,}|\p{N}{3,})[^\p{L}\p{N}]?/gu) ?? form.match(/[\p{L}\p{N}]{3,}/gu) ?? [];
  if (words.length < 2) return words.map(() => form);
  return [...words.toSorted((one, other) => other.length - one.length).slice(0, WORDS_MAX), form];
}

/** The pattern for `like` that finds a text anywhere. */
function containsPattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, "\\$&")}%`;
}

/** The condition that a row belongs to the list and to the filter's days. */
function inListCondition({ list, filter }: SearchContext): Sql {
  const { prefix } = SEARCHABLE[list];
  const { first, end } = idRange({ prefix }, filter);
  // The backtick sorts after the underscore, and so after all ids of the list.
  return sql`id >= ${first ?? `${prefix}_`} and id < ${end ?? `${prefix}\``}`;
}

/** The condition that a row's time bucket is not stale. */
function freshCondition({ stale }: SearchContext): Sql {
  return stale.length === 0 ? sql`true` : sql`bucket <> all(${stale})`;
}

function filterCondition({ is_filtered, from, where }: SearchContext, id: Sql): Sql {
  return is_filtered ? sql`exists (select from ${from} where ${where} and id = ${id} offset 0)` : sql`true`;
}

async function readRows<Row>(
  tx: Tx,
  scope: Scope,
  { columns, from }: SearchableRows,
  ids: readonly string[],
): Promise<readonly Row[]> {
  if (ids.length === 0) return [];
  return tx.rows<Row>(sql`
    select ${columns} from ${from} where ${inScope(scope)} and id = any(${ids}) order by id desc`);
}
