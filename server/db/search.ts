import { invalid } from "#kernel/errors.ts";
import type { IdPrefix } from "#kernel/ids.ts";
import { digitsOf } from "#kernel/phone.ts";
import type { Scope } from "#kernel/scope.ts";
import { isTooLong } from "./errors.ts";
import { type Filter, idRange, type Listed, type Paging, type Rows, rangesOf, slotRange } from "./list.ts";
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
  /** So many rows, the newest, are looked at one by one. */
  readonly looked_at_max: number;
  /** When more of these contain the text it is everywhere: the older ones are not looked for. */
  readonly everywhere: number;
}

export const SEARCH: SearchBounds = { most_ms: 5_000, looked_at_max: 100_000, everywhere: 1_000 };

/** The text for `like` and `ilike` that finds it anywhere; its own wildcards are plain signs. */
export function anywhere(search: string): string {
  return `%${search.replace(/[\\%_]/g, "\\$&")}%`;
}

/** Whether the words of a row contain the text, whatever the case; what looks like a number matches on its digits. */
function contains(search: string): Sql {
  const is_number = /^[+\d\s().-]*\d[+\d\s().-]*$/.test(search);
  const by_phone = is_number ? sql`or phone like ${anywhere(digitsOf(search))}` : nothing;
  return sql`(text like lower(${anywhere(search)}) ${by_phone})`;
}

/** That a row, by its alias, is found by a search. It is asked of each row by itself: for those that are read anyway. */
export function isFound(list: Searched, alias: string, search: string): Sql {
  const own = new Sql([`(${alias}.merchant, ${alias}.environment, ${alias}.id)`], []);
  return sql`exists (
    select from ${SEARCHED[list].words} where (merchant, environment, id) = ${own} and ${contains(search)} offset 0)`;
}

/**
 * A page of what a search finds, the newest first, and how many it finds. It finds all there is; but where more than a
 * thousand of the newest hundred thousand rows contain the text, those alone, and a text in which no three letters or
 * digits stand together among those alone. Throws `invalid` when it takes too long.
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
  const ranges = rangesOf({ prefix }, changed);
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

/** Rows whose words are kept: the newest one by one; where that is not all there is, all by the index. */
async function findFed(tx: Tx, scope: Scope, sought: Sought, bounds: SearchBounds): Promise<Found> {
  const { search } = sought.filter;
  const { prefix } = SEARCHED[sought.list];
  const days = idRange({ prefix }, sought.filter);
  // The sign behind the underscore is behind all ids of the list.
  const ids = sql`id >= ${days.first ?? `${prefix}_`} and id < ${days.end ?? `${prefix}\``}`;
  const newest = await tx.row<Found & { readonly looked_at: bigint; readonly with_text: bigint }>(sql`
    select count(*) as looked_at, count(*) filter (where has_text) as with_text,
      count(*) filter (where is_found) as found,
      coalesce((array_agg(id) filter (where is_found))[1:${sought.wanted}], '{}') as ids
    from (
      select id, has_text, has_text and slot <> all(${sought.changed}) and ${fulfils(sought, sql`looked_at.id`)} as is_found
      from (
        select id, slot, ${contains(search)} as has_text
        from search_mine
        where ${ids}
        order by id desc
        limit ${bounds.looked_at_max}
      ) looked_at
    ) newest`);
  const is_all = newest.looked_at < bounds.looked_at_max;
  if (is_all || newest.with_text > bounds.everywhere || !hasPart(search)) return newest;
  const scoped = `${scope.merchant}${scope.environment}${prefix}`;
  return tx.row<Found>(sql`
    with parts as materialized (
      select id, slot from search_parts where scope = ${scoped} and ${contains(search)}
    )
    select count(*) as found, coalesce((array_agg(id order by id desc))[1:${sought.wanted}], '{}') as ids
    from parts
    where ${ids} and slot <> all(${sought.changed}) and ${fulfils(sought, sql`parts.id`)}`);
}

/** Whether the index can say anything of a text: three letters or digits stand together in it. */
function hasPart(search: string): boolean {
  return /[\p{L}\p{N}]{3}/u.test(search);
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
