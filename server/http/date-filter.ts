import { readMerchantTimeZone } from "#db/merchant-time-zone.ts";
import type { Tx } from "#db/tx.ts";
import { badRequest } from "#kernel/errors.ts";
import { Day, type Static, Type } from "#kernel/fields.ts";
import { DAY_MS, type Instant, plus, startOfDay } from "#kernel/time.ts";
import { startOfDayIn } from "#kernel/time-zone.ts";

const TIME_ZONE_NOTE = "in the merchant's time zone";

export const dateFields = {
  date_start: Type.Optional({ ...Day, description: `The first day, ${TIME_ZONE_NOTE}.` }),
  date_end: Type.Optional({ ...Day, description: `The last day, included, ${TIME_ZONE_NOTE}.` }),
};

/** A range of due times. With it, the list contains only scheduled orders that are due on these days. */
export const scheduledDateFields = {
  scheduled_start: Type.Optional({ ...Day, description: `The first day of the due time, ${TIME_ZONE_NOTE}.` }),
  scheduled_end: Type.Optional({ ...Day, description: `The last day of the due time, included, ${TIME_ZONE_NOTE}.` }),
};

const ScheduledQuery = Type.Object(scheduledDateFields);

/** The requested days of due times. Throws as `readDateFilter` does. */
export async function readScheduledFilter(
  tx: Tx,
  merchant: string,
  { scheduled_start, scheduled_end }: Static<typeof ScheduledQuery>,
): Promise<DateFilter> {
  const query = {
    ...(scheduled_start === undefined ? {} : { date_start: scheduled_start }),
    ...(scheduled_end === undefined ? {} : { date_end: scheduled_end }),
  };
  return readDays(tx, merchant, query, { start: "scheduled_start", end: "scheduled_end" });
}

const DateQuery = Type.Object(dateFields);
type DateQuery = Static<typeof DateQuery>;

/** A range of instants, from the start of one day to the end of another, both days included. */
export interface DateRange {
  readonly from: Instant | null;
  /** Exclusive: the first instant after the range. */
  readonly until: Instant | null;
}

/** The requested range, and the fields that the answer adds for it. */
export interface DateFilter {
  readonly range: DateRange;
  readonly reply_fields: { readonly time_zone?: string };
}

// The last day of the `Instant` format.
const LAST_DAY = "9999-12-31";

/**
 * The days of a query, in the time zone of the merchant that owns the rows. Throws `bad_request` for a day that does
 * not exist, and for a range that ends before it begins.
 */
export async function readDateFilter(tx: Tx, merchant: string, query: DateQuery): Promise<DateFilter> {
  return readDays(tx, merchant, query, DATE_NAMES);
}

/** The query's names of the two days, for errors. */
interface DayNames {
  readonly start: string;
  readonly end: string;
}

const DATE_NAMES: DayNames = { start: "date_start", end: "date_end" };

async function readDays(tx: Tx, merchant: string, query: DateQuery, names: DayNames): Promise<DateFilter> {
  const { date_start, date_end } = checkDateRange(query, names);
  if (date_start === undefined && date_end === undefined)
    return { range: { from: null, until: null }, reply_fields: {} };
  const time_zone = await readMerchantTimeZone(tx, merchant);
  const day_after_end = date_end === undefined || date_end === LAST_DAY ? undefined : nextDay(date_end);
  const startOfDayOrNull = (day: string | undefined): Instant | null =>
    day === undefined ? null : startOfDayIn(time_zone, day);
  return {
    range: { from: startOfDayOrNull(date_start), until: startOfDayOrNull(day_after_end) },
    reply_fields: { time_zone },
  };
}

/** Checks the parts that need only the request, not the merchant's time zone. Throws as `readDateFilter` does. */
export function checkDateRange(query: DateQuery, names: DayNames = DATE_NAMES): DateQuery {
  const { date_start, date_end } = query;
  for (const [field, day] of [
    [names.start, date_start],
    [names.end, date_end],
  ] as const) {
    if (day !== undefined && startOfDay(day) === null)
      throw badRequest(field, "invalid_day", "Enter a day that exists, as YYYY-MM-DD");
  }
  if (date_start !== undefined && date_end !== undefined && date_end < date_start)
    throw badRequest(names.end, "end_before_start", `Enter a day that is not before ${names.start}`);
  return query;
}

function nextDay(day: string): string | undefined {
  const start = startOfDay(day);
  return start === null ? undefined : plus(start, DAY_MS).slice(0, "2026-03-01".length);
}
