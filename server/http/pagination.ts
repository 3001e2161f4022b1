import { SEARCH_BOUNDS } from "#db/search/search.ts";
import { REFERENCE_BEGINNING_MIN } from "#db/search/search-query.ts";
import { type Static, Type } from "#kernel/fields.ts";
import { ListText } from "./query-parser.ts";

export const PAGE_SIZE_DEFAULT = 30;
export const PAGE_SIZE_MAX = 100;
// No list has more pages than this, and the offset stays an exact integer.
const PAGE_MAX = 1_000_000_000;
export const SEARCH_MAX = 200;
/**
 * The largest record as JSON: 16 KiB of metadata, and texts of which each character may take six bytes. A page has at
 * most one hundred records. `test/largest-records.full.test.ts` creates the largest record of every resource.
 */
export const RECORD_MAX_BYTES = 32 * 1024;
export const PAGE_MAX_BYTES = (PAGE_SIZE_MAX + 1) * RECORD_MAX_BYTES;

/** The fields of every list's query. `perpage` is the older name of `limit`. */
export const pageFields = {
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: PAGE_SIZE_MAX, default: PAGE_SIZE_DEFAULT, description: "Items per page." }),
  ),
  perpage: Type.Optional(
    Type.Integer({ minimum: 1, maximum: PAGE_SIZE_MAX, deprecated: true, description: "The older name of `limit`." }),
  ),
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: PAGE_MAX, default: 1 })),
};

const formatCount = (rows: number): string => rows.toLocaleString("en");

function searchFieldOf(covered: string) {
  return {
    search: Type.Optional(
      Type.String({
        maxLength: SEARCH_MAX,
        "x-pasted": "line",
        description:
          `${covered} Case, accents, spaces and apostrophes are ignored. A telephone number matches in any format, in full or in part. ` +
          `The search covers only the newest ${formatCount(SEARCH_BOUNDS.scan_max)} rows if the text has no three letters or digits in a row, or if ` +
          `it matches more than about ${formatCount(SEARCH_BOUNDS.matches_max)} rows, estimated from the newest ${formatCount(SEARCH_BOUNDS.sample)}. ` +
          "`totals` counts the matches.",
      }),
    ),
  };
}

/** The `search` parameter of lists of people. */
export const searchField = searchFieldOf("Part of a searched field.");

/** The `search` parameter of payments, transfers and refunds. */
export const orderSearchField = searchFieldOf(
  "Part of a searched field, a whole amount, or a provider's reference: whole, or its beginning of at least " +
    `${REFERENCE_BEGINNING_MIN} characters. An amount may be written as \`25000\`, \`25 000 FCFA\` or \`XAF 25,000\`.`,
);

/** The `search` parameter of short lists: a part of a name, or an id. */
export const namesSearchField = {
  search: Type.Optional(
    Type.String({
      maxLength: SEARCH_MAX,
      "x-pasted": "line",
      description:
        "Part of the name, or the id. Case, accents, spaces and apostrophes are ignored. The search covers the newest " +
        `${formatCount(SEARCH_BOUNDS.scan_max)} rows.`,
    }),
  ),
};

/** A list's filter by channel. */
export const channelsField = {
  channels: Type.Optional(
    ListText({ maxLength: 400, description: "Channels, separated by commas; or repeat `channels[]`." }),
  ),
};

export function readChannels(query: { readonly channels?: string | undefined }): readonly string[] | null {
  return query.channels?.split(",").map((channel) => channel.trim()) ?? null;
}

const PageQuery = Type.Object(pageFields);

/** The requested page. */
export interface PageRequest {
  readonly page: number;
  readonly limit: number;
  readonly offset: number;
}

/** A page's items and the count of all. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly totals: number;
  readonly page: number;
  readonly limit: number;
  /** The time zone of the requested days; absent without them. */
  readonly time_zone?: string;
}

export function readPageRequest(query: Static<typeof PageQuery>): PageRequest {
  const limit = query.limit ?? query.perpage ?? PAGE_SIZE_DEFAULT;
  const page = query.page ?? 1;
  return { page, limit, offset: (page - 1) * limit };
}
