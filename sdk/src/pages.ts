/** A page of a list, and how long the list is. */
export interface Page<Item> {
  readonly items: readonly Item[];
  /** All items under the filter. */
  readonly totals: number;
  readonly last_page: number;
  readonly current_page: number;
  /** Items in this page. */
  readonly selected: number;
}

/** The counters of a page, as the API gives them beside its items. */
type Counters = Omit<Page<never>, "items">;

export function pageOf<Item>(
  { totals, last_page, current_page, selected }: Counters,
  items: readonly Item[],
): Page<Item> {
  return { items, totals, last_page, current_page, selected };
}

/** As many as the API gives at once. */
const PAGE_SIZE = 100;
/** So many new rows may arrive between two pages before one of those already given is given again. */
const REMEMBERED_MAX = 10_000;

/** The part of a list's query that turns the pages. */
interface Turning {
  readonly page?: number;
  readonly limit?: number;
}

/**
 * Every item of a list, page by page, each once: rows that arrive meanwhile push others onto the next page, and what was given
 * already is passed over. Those rows themselves are not given. Where rows leave the list meanwhile (deleted, or no longer of
 * the `status` that is asked for) those behind them move up, and as many may be passed over: for what must miss nothing
 * follow the events.
 */
export async function* everyItem<Query extends Turning, Item extends { readonly id: string }>(
  list: (query: Query) => Promise<Page<Item>>,
  query: Query,
): AsyncGenerator<Item, void, undefined> {
  const given = new Set<string>();
  for (let page = query.page ?? 1; ; page += 1) {
    const { items, last_page } = await list({ ...query, limit: query.limit ?? PAGE_SIZE, page });
    for (const item of items) {
      if (given.has(item.id)) continue;
      given.add(item.id);
      yield item;
    }
    forgetOldest(given);
    if (page >= last_page) return;
  }
}

function forgetOldest(given: Set<string>): void {
  for (const id of given) {
    if (given.size <= REMEMBERED_MAX) return;
    given.delete(id);
  }
}
