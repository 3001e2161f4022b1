import { invalid } from "#kernel/errors.ts";
import { digitsOf } from "#kernel/phone.ts";
import { isTooLong } from "./errors.ts";
import { type Filter, type Listed, listFew, type Paging, type Rows } from "./list.ts";
import { nothing, type Sql, sql } from "./sql.ts";
import type { Tx } from "./tx.ts";

/**
 * Name, e-mail or phone contains the text, whatever the case; what looks like a number matches on its digits
 * (interface-decisions 25a). For any table with these three columns.
 */
export function matchesPerson(search: string): Sql {
  const pattern = anywhere(search);
  const is_number = /^[+\d\s().-]*\d[+\d\s().-]*$/.test(search);
  const by_phone = is_number ? sql`or phone like ${`%${digitsOf(search)}%`}` : nothing;
  return sql`(name ilike ${pattern} or email ilike ${pattern} ${by_phone})`;
}

/** The reference contains the text, whatever the case. For any table with that column. */
export function matchesReference(search: string): Sql {
  return sql`reference ilike ${anywhere(search)}`;
}

/** The text for `like` and `ilike` that finds it anywhere; its own wildcards are plain signs. */
export function anywhere(search: string): string {
  return `%${search.replace(/[\\%_]/g, "\\$&")}%`;
}

/** How long one search may look: whoever looks through millions of rows keeps a connection from everybody else. */
export const SEARCH_MOST_MS = 5_000;

/**
 * A page of what a search finds, and how many it finds: all of the rest of the filter is looked through. Throws `invalid`
 * when that takes too long; fewer days are less to look through.
 */
export async function listSearched<Row>(
  tx: Tx,
  rows: Omit<Rows, "is_dense">,
  filter: Filter,
  page: Paging,
  most_ms = SEARCH_MOST_MS,
): Promise<Listed<Row>> {
  const bounded = tx.rows(sql`select set_config('statement_timeout', ${String(most_ms)}, true)`);
  try {
    const [listed] = await Promise.all([listFew<Row>(tx, rows, filter, page), bounded]);
    return listed;
  } catch (error) {
    if (!isTooLong(error)) throw error;
    throw invalid("search", "This search has too much to look through; where there are days to choose, choose fewer");
  }
}
