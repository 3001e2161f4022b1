import { TO_ARRAY_LIMIT_MAX } from "./limits.ts";
import { withResponseOf } from "./responses.ts";

/** One page of a list, with the size of the whole list. */
export interface Page<Item> {
  /** The items of this page. */
  readonly items: readonly Item[];
  /** The number of items that match the filter, over all pages. */
  readonly totals: number;
  /** The number of the last page; the first page is 1. */
  readonly last_page: number;
  /** The number of this page; the first page is 1. */
  readonly current_page: number;
  /** The number of items in this page. */
  readonly selected: number;
}

/** Every item of a list, read page by page as the program asks for more. */
export interface AllItems<Item> extends AsyncGenerator<Item, void, undefined> {
  /**
   * Collects the items that remain, at most `limit` of them, and ends the iteration. Throws `RangeError` unless `limit`
   * is 1 to 10,000: a longer list belongs in a loop.
   */
  toArray(options: { readonly limit: number }): Promise<Item[]>;
}

/** The counters that the API sends beside the items. */
type Counters = Omit<Page<never>, "items">;

export function pageOf<Item>(answer: Counters, items: readonly Item[]): Page<Item> {
  const { totals, last_page, current_page, selected } = answer;
  return withResponseOf(answer, { items, totals, last_page, current_page, selected });
}

/** Items per request: the maximum of the API. */
const PAGE_SIZE = 100;
/** The number of returned ids to remember. An item repeats only if more rows than this are added between two pages. */
const YIELDED_IDS_MAX = 10_000;

/** The query parameters that select a page. */
interface PageQuery {
  readonly page?: number | undefined;
  readonly limit?: number | undefined;
}

/**
 * Iterates over every item of a list, page by page, each once.
 *
 * Rows added during the iteration move others to the next page: items already returned are skipped, and the new rows
 * are not returned. If rows leave the list (deleted, or no longer of the requested `status`), the rows behind them move
 * up and can be missed. Follow the events if you must not miss an item. Throws the errors of `list`.
 */
export function everyItem<Query extends PageQuery, Item extends { readonly id: string }>(
  list: (query: Query) => Promise<Page<Item>>,
  query: Query,
): AllItems<Item> {
  const items = itemsOfPages(list, query);
  return Object.assign(items, { toArray: ({ limit }: { readonly limit: number }) => firstOf(items, limit) });
}

async function* itemsOfPages<Query extends PageQuery, Item extends { readonly id: string }>(
  list: (query: Query) => Promise<Page<Item>>,
  query: Query,
): AsyncGenerator<Item, void, undefined> {
  const yielded_ids = new Set<string>();
  for (let page = query.page ?? 1; ; page += 1) {
    const { items, last_page } = await list({ ...query, limit: query.limit ?? PAGE_SIZE, page });
    for (const item of items) {
      if (yielded_ids.has(item.id)) continue;
      yielded_ids.add(item.id);
      yield item;
    }
    dropOldest(yielded_ids);
    if (page >= last_page) return;
  }
}

async function firstOf<Item>(items: AsyncGenerator<Item, void, undefined>, limit: number): Promise<Item[]> {
  if (!Number.isInteger(limit) || limit < 1 || limit > TO_ARRAY_LIMIT_MAX) {
    throw new RangeError(`toArray takes a limit of 1 to ${TO_ARRAY_LIMIT_MAX} items`);
  }
  const collected: Item[] = [];
  for await (const item of items) {
    collected.push(item);
    if (collected.length === limit) break;
  }
  return collected;
}

function dropOldest(yielded_ids: Set<string>): void {
  for (const id of yielded_ids) {
    if (yielded_ids.size <= YIELDED_IDS_MAX) return;
    yielded_ids.delete(id);
  }
}
