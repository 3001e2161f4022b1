import type { Tx } from "#db/tx.ts";
import { ServiceError } from "#kernel/errors.ts";
import type { Scope } from "#kernel/scope.ts";
import { dayAfter } from "#kernel/time.ts";
import { readCalendar } from "./calendar.ts";
import { recurrenceOf } from "./create.ts";
import { presentPayee, presentRun, presentSchedule } from "./present.ts";
import { nextOccurrences } from "./rules.ts";
import type { NewPreview, Run, Schedule, ScheduleDetails, ScheduleRow, ScheduleStatus } from "./schema.ts";
import { find, findLastRuns, list, listPayees, listRuns } from "./store.ts";

interface Page {
  readonly limit: number;
  readonly offset: number;
}

/** Returns a schedule with its next due times and its transfers. Throws `not_found`. */
export async function retrieveSchedule(
  tx: Tx,
  scope: Scope,
  id: string,
  limits: { readonly due_times: number; readonly transfers: number | null },
): Promise<ScheduleDetails> {
  const row = await findOrThrow(tx, scope, id);
  const [calendar, payees, [last_run = null]] = await Promise.all([
    readCalendar(tx, scope),
    listPayees(tx, scope, row.id, limits.transfers),
    findLastRuns(tx, scope, [row]),
  ]);
  return {
    ...presentSchedule(row, last_run),
    time_zone: calendar.time_zone,
    next_due_times: [...nextDueTimes(row, calendar, limits.due_times)],
    transfers: payees.map(presentPayee),
  };
}

function nextDueTimes(row: ScheduleRow, calendar: Awaited<ReturnType<typeof readCalendar>>, count: number) {
  const { next_day, next_due_at, runs_max, runs_count } = row;
  if (next_day === null || next_due_at === null || count === 0) return [];
  const left = runs_max === null ? count : Math.min(count, runs_max - runs_count);
  const later = nextOccurrences(row, calendar, { day: next_day, at: next_due_at }, left - 1);
  return [next_due_at, ...later.map(({ due_at }) => due_at)];
}

/** The representation of a schedule in lists, with its last run. */
export async function showSchedule(tx: Tx, scope: Scope, row: ScheduleRow): Promise<Schedule> {
  const [last_run = null] = await findLastRuns(tx, scope, [row]);
  return presentSchedule(row, last_run);
}

/** A page of schedules, the newest first. */
export async function listSchedules(
  tx: Tx,
  scope: Scope,
  status: ScheduleStatus | null,
  page: Page,
): Promise<{ readonly items: readonly Schedule[]; readonly totals: number }> {
  const { rows, totals } = await list(tx, scope, status, page);
  const last_runs = new Map((await findLastRuns(tx, scope, rows)).map((run) => [run.schedule, run]));
  return { items: rows.map((row) => presentSchedule(row, last_runs.get(row.id) ?? null)), totals };
}

/** A page of a schedule's runs, the latest first. Throws `not_found`. */
export async function listScheduleRuns(
  tx: Tx,
  scope: Scope,
  id: string,
  page: Page,
): Promise<{ readonly items: readonly Run[]; readonly totals: number }> {
  const row = await findOrThrow(tx, scope, id);
  const { rows, totals } = await listRuns(tx, scope, row.id, page);
  return { items: rows.map(presentRun), totals };
}

async function findOrThrow(tx: Tx, scope: Scope, id: string): Promise<ScheduleRow> {
  const row = await find(tx, scope, id);
  if (!row) throw new ServiceError("schedule_not_found", "Schedule not found");
  return row;
}

const PREVIEW_COUNT = 12;

/** The due times of a schedule with this recurrence. Writes nothing. */
export async function previewSchedule(tx: Tx, scope: Scope, body: NewPreview) {
  const calendar = await readCalendar(tx, scope);
  const recurrence = recurrenceOf(body, calendar, tx.now);
  const count = Math.min(body.count ?? PREVIEW_COUNT, body.runs_max ?? PREVIEW_COUNT * 2);
  const start = { day: dayAfter(recurrence.starts_on, -1), at: tx.now };
  const due_times = nextOccurrences(recurrence, calendar, start, count).map(({ due_at }) => due_at);
  return { time_zone: calendar.time_zone, due_times };
}
