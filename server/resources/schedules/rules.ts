import { type FieldError, type FieldErrors, fieldError, invalid } from "#kernel/errors.ts";
import { asRecord } from "#kernel/fields.ts";
import { DAY_MS, dayAfter, type Instant, plus, startOfDay, weekdayOf } from "#kernel/time.ts";
import { instantOf } from "#kernel/time-zone.ts";
import type { Recurrence } from "./schema.ts";

/** A merchant's time zone and holidays. */
export interface Calendar {
  readonly time_zone: string;
  readonly holidays: ReadonlySet<string>;
}

/** A due time, and its day before the holiday rule applies. */
export interface Occurrence {
  readonly day: string;
  readonly due_at: Instant;
}

/** The start of the search for the next due time: after this day of the recurrence, and after this instant. */
export interface SearchStart {
  readonly day: string;
  readonly at: Instant;
}

/** An instant before every due time. */
export const BEFORE_ALL: Instant = "0000-01-01T00:00:00.000000Z";
// The last day that a search reaches: instants have years of four digits.
const LAST_DAY = "9990-12-31";

/** The next due time; null if the recurrence has ended. */
export function nextOccurrence(recurrence: Recurrence, calendar: Calendar, after: SearchStart): Occurrence | null {
  const [next = null] = nextOccurrences(recurrence, calendar, after, 1);
  return next;
}

/**
 * The next due times in ascending order, at most `count`. If a holiday rule moves two days to the same one, they are
 * one due time.
 */
export function nextOccurrences(
  recurrence: Recurrence,
  calendar: Calendar,
  after: SearchStart,
  count: number,
): readonly Occurrence[] {
  const { starts_on, ends_on } = recurrence;
  const last_day = ends_on !== null && ends_on < LAST_DAY ? ends_on : LAST_DAY;
  const occurrences: Occurrence[] = [];
  let previous = after.at;
  for (
    let day = laterDay(starts_on, dayAfter(after.day));
    day <= last_day && occurrences.length < count;
    day = dayAfter(day)
  ) {
    if (!isDueOn(recurrence, day)) continue;
    const due_at = dueAt(recurrence, calendar, day);
    if (due_at <= previous) continue;
    occurrences.push({ day, due_at });
    previous = due_at;
  }
  return occurrences;
}

/** Whether the recurrence includes a day. In a month without day 31, 31 means its last day. */
function isDueOn({ frequency, days }: Recurrence, day: string): boolean {
  if (frequency === "daily") return true;
  if (frequency === "weekly") return days.includes(weekdayOf(day));
  const day_of_month = Number(day.slice(8));
  const is_last = dayAfter(day).slice(5, 7) !== day.slice(5, 7);
  return days.includes(day_of_month) || (is_last && days.some((day) => day > day_of_month));
}

function dueAt({ time, holiday_rule }: Recurrence, calendar: Calendar, day: string): Instant {
  const paid_on = shiftedDay(day, holiday_rule, calendar.holidays);
  return instantOf(calendar.time_zone, paid_on, time);
}

function shiftedDay(day: string, rule: Recurrence["holiday_rule"], holidays: ReadonlySet<string>): string {
  if (rule === "none") return day;
  const step = rule === "before" ? -1 : 1;
  // This loop ends, because holidays are a finite list and every week has working days.
  let shifted = day;
  while (weekdayOf(shifted) > 5 || holidays.has(shifted)) shifted = dayAfter(shifted, step);
  return shifted;
}

function laterDay(one: string, other: string): string {
  return one > other ? one : other;
}

/** The time at which a due time's bulk is created: `days_ahead` days before it, but not before `now`. */
export function runAt({ due_at }: Occurrence, days_ahead: number, now: Instant): Instant {
  const at = plus(due_at, -days_ahead * DAY_MS);
  return at > now ? at : now;
}

/** The field errors of a recurrence that need no stored data. */
export function validateRecurrence(body: unknown): FieldErrors {
  const { frequency, days, starts_on, ends_on } = asRecord(body);
  const days_error = findDaysError(frequency, days);
  const errors: Record<string, readonly FieldError[]> = {};
  if (days_error !== null) errors.days = [days_error];
  for (const [name, day] of [
    ["starts_on", starts_on],
    ["ends_on", ends_on],
  ] as const) {
    if (typeof day === "string" && (startOfDay(day) === null || day > LAST_DAY))
      errors[name] = [fieldError("invalid_day", "Enter a day that exists, as YYYY-MM-DD")];
  }
  if (typeof starts_on === "string" && typeof ends_on === "string" && ends_on < starts_on)
    errors.ends_on ??= [fieldError("end_before_start", "Enter a day that is not before starts_on")];
  return errors;
}

/** The error if the days do not fit the frequency; null if they do. */
export function findDaysError(frequency: unknown, days: unknown): FieldError | null {
  if (frequency === "daily")
    return days === undefined || (Array.isArray(days) && days.length === 0)
      ? null
      : fieldError("days_not_daily", "Leave the days out: daily is every day");
  if (frequency !== "weekly" && frequency !== "monthly") return null;
  if (!Array.isArray(days) || days.length === 0) return fieldError("required", "This field is required");
  const is_wrong = frequency === "weekly" && days.some((day) => typeof day === "number" && day > 7);
  return is_wrong ? fieldError("too_large", "Enter a number of at most 7", { maximum: 7 }) : null;
}

/** The days in ascending order, without duplicates. */
export function sortedDays(days: readonly number[]): readonly number[] {
  return [...new Set(days)].sort((one, other) => one - other);
}

/** Throws `invalid` for a body with another time zone: its times would not be the intended ones. */
export function rejectOtherTimeZone(
  { time_zone: own_zone }: Calendar,
  { time_zone }: { readonly time_zone?: string },
): void {
  if (time_zone === undefined || time_zone === own_zone) return;
  throw invalid("time_zone", "time_zone_of_merchant", `The times are in the merchant's time zone, ${own_zone}`, {
    time_zone: own_zone,
  });
}
