import { badRequest } from "#kernel/errors.ts";
import { dayAfter, type Instant, weekdayOf } from "#kernel/time.ts";
import { dayIn, startOfDayIn } from "#kernel/time-zone.ts";
import type { StatementPeriod } from "./schema.ts";

/** The longest range of one statement: a leap year. */
export const STATEMENT_DAYS_MAX = 366;

export interface PeriodQuery {
  readonly period?: StatementPeriod | undefined;
  /** A day of the period. */
  readonly date?: string | undefined;
  readonly date_start?: string | undefined;
  readonly date_end?: string | undefined;
}

/** Whole days in a time zone. */
export interface Period {
  readonly period: StatementPeriod | "range";
  readonly date_start: string;
  /** The last day, included. */
  readonly date_end: string;
  readonly begins_at: Instant;
  /** Exclusive. */
  readonly ends_at: Instant;
}

/** The requested period: by default the current month. A week begins on Monday. Throws `bad_request`. */
export function periodOf(query: PeriodQuery, time_zone: string, now: Instant): Period {
  const is_range = query.date_start !== undefined || query.date_end !== undefined;
  return is_range ? rangeOf(query, time_zone) : namedPeriod(query, time_zone, now);
}

function rangeOf({ period, date, date_start, date_end }: PeriodQuery, time_zone: string): Period {
  for (const [field, value] of [
    ["period", period],
    ["date", date],
  ] as const) {
    if (value === undefined) continue;
    throw badRequest(field, "conflicting_parameter", "Send either period and date, or date_start and date_end", {
      other: date_start === undefined ? "date_end" : "date_start",
    });
  }
  if (date_start === undefined) throw badRequest("date_start", "required", "Enter the first day of the range");
  if (date_end === undefined) throw badRequest("date_end", "required", "Enter the last day of the range");
  const bounds = boundsOf({ date_start, date_end }, time_zone, { start: "date_start", end: "date_end" });
  if (date_end < date_start)
    throw badRequest("date_end", "end_before_start", "Enter a day that is not before date_start");
  if (date_start < dayAfter(date_end, 1 - STATEMENT_DAYS_MAX)) {
    throw badRequest("date_end", "too_large", `A statement has at most ${STATEMENT_DAYS_MAX} days`, {
      maximum: STATEMENT_DAYS_MAX,
    });
  }
  return { period: "range", date_start, date_end, ...bounds };
}

function namedPeriod({ period = "month", date }: PeriodQuery, time_zone: string, now: Instant): Period {
  const day = date ?? dayIn(time_zone, now);
  if (startOfDayIn(time_zone, day) === null)
    throw badRequest("date", "invalid_day", "Enter a day that exists, as YYYY-MM-DD");
  const days = daysOf(period, day);
  return { period, ...days, ...boundsOf(days, time_zone, { start: "date", end: "date" }) };
}

function daysOf(period: StatementPeriod, day: string): { readonly date_start: string; readonly date_end: string } {
  switch (period) {
    case "day":
      return { date_start: day, date_end: day };
    case "week": {
      const date_start = dayAfter(day, 1 - weekdayOf(day));
      return { date_start, date_end: dayAfter(date_start, 6) };
    }
    case "month": {
      const next_month = firstOfMonth(dayAfter(firstOfMonth(day), DAYS_OF_MONTH_MAX));
      return { date_start: firstOfMonth(day), date_end: dayAfter(next_month, -1) };
    }
    default:
      return period satisfies never;
  }
}

/** Throws `bad_request` for a day that does not exist, or whose next day has no timestamp (years of four digits). */
function boundsOf(
  { date_start, date_end }: { readonly date_start: string; readonly date_end: string },
  time_zone: string,
  names: { readonly start: string; readonly end: string },
): Pick<Period, "begins_at" | "ends_at"> {
  const message = "Enter a day that exists, as YYYY-MM-DD";
  const begins_at = startOfDayIn(time_zone, date_start);
  if (begins_at === null) throw badRequest(names.start, "invalid_day", message);
  const ends_at = startOfDayIn(time_zone, date_end) === null ? null : startOfDayIn(time_zone, dayAfter(date_end));
  if (ends_at === null) throw badRequest(names.end, "invalid_day", message);
  return { begins_at, ends_at };
}

function firstOfMonth(day: string): string {
  return `${day.slice(0, "2026-10-".length)}01`;
}

const DAYS_OF_MONTH_MAX = 31;
