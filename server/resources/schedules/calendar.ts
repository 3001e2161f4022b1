import type { Tx } from "#db/tx.ts";
import type { Scope } from "#kernel/scope.ts";
import { dayAfter } from "#kernel/time.ts";
import { BEFORE_ALL, type Calendar, nextOccurrence, type Occurrence, runAt, type SearchStart } from "./rules.ts";
import type { ScheduleRow } from "./schema.ts";
import { listHolidays, lockActive, readTimeZone, update } from "./store.ts";

/** The time zone of a merchant, and the holidays of one of its environments. */
export async function readCalendar(tx: Tx, scope: Scope): Promise<Calendar> {
  const [time_zone, holidays] = await Promise.all([readTimeZone(tx, scope.merchant), listHolidays(tx, scope)]);
  return { time_zone, holidays: new Set(holidays) };
}

type NextRun = Pick<ScheduleRow, "next_day" | "next_due_at" | "run_at" | "status">;

/** The columns of an active schedule's next run. If `next` is null, the schedule has ended. */
export function planOf(next: Occurrence | null, days_ahead: number, now: string): NextRun {
  return next === null
    ? { next_day: null, next_due_at: null, run_at: null, status: "ended" }
    : { next_day: next.day, next_due_at: next.due_at, run_at: runAt(next, days_ahead, now), status: "active" };
}

/** The start of the search for the next due time: after the last run, and not before `at`. */
export function searchAfterLastRun({ starts_on, last_day, last_due_at }: ScheduleRow, at: string): SearchStart {
  return {
    day: last_day ?? dayAfter(starts_on, -1),
    at: last_due_at !== null && last_due_at > at ? last_due_at : at,
  };
}

/**
 * Recomputes the due times of a merchant's active schedules after a change of its time zone or holidays; of both
 * environments if `environment` is null. The caller has locked the calendar. The day of each next run stays the same; if its new due time has passed
 * already, the run is due now.
 */
export async function replanSchedules(
  tx: Tx,
  merchant: ScheduleRow["merchant"],
  environment: ScheduleRow["environment"] | null,
): Promise<void> {
  for (const row of await lockActive(tx, merchant, environment)) {
    const calendar = await readCalendar(tx, row);
    const before_next = { day: dayAfter(row.next_day ?? row.starts_on, -1), at: row.last_due_at ?? BEFORE_ALL };
    const next = nextOccurrence(row, calendar, before_next);
    await update(tx, { ...row, ...planOf(next, row.days_ahead, tx.now) });
  }
}
