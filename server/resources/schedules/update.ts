import type { Tx } from "#db/tx.ts";
import { invalid, ServiceError } from "#kernel/errors.ts";
import type { Person, Scope } from "#kernel/scope.ts";
import { recordPersonAction } from "#resources/audit-log/record.ts";
import { planOf, readCalendar, searchAfterLastRun } from "./calendar.ts";
import { neverDue, payeesOf } from "./create.ts";
import { storePayees } from "./payees.ts";
import { recordScheduleEvents } from "./record-event.ts";
import { type Calendar, findDaysError, nextOccurrence, rejectOtherTimeZone, sortedDays } from "./rules.ts";
import type { ScheduleRow, ScheduleUpdate } from "./schema.ts";
import { findLastRuns, lock, lockCalendar, update } from "./store.ts";

/**
 * Changes the fields that the body contains. `active: false` pauses the schedule: due times pass without a run. After a
 * change or a pause, the next due time is the first one after now. Existing bulk transfers are not affected. Throws
 * `not_found`, and `invalid` for a schedule that has ended, for new transfers that cannot be paid, and for fields that
 * cannot change.
 */
export async function updateSchedule(
  tx: Tx,
  scope: Scope,
  id: string,
  body: ScheduleUpdate,
  by: Person | null,
): Promise<ScheduleRow> {
  await lockCalendar(tx, scope.merchant);
  const row = await lock(tx, scope, id);
  if (!row) throw new ServiceError("schedule_not_found", "Schedule not found");
  if (row.status === "ended") throw new ServiceError("schedule_ended", "The schedule has ended: create another one");
  rejectFixedFields(row, body);
  const calendar = await readCalendar(tx, scope);
  rejectOtherTimeZone(calendar, body);
  const recurrence = {
    days: body.days === undefined ? row.days : sortedDays(body.days),
    time: body.time ?? row.time,
    holiday_rule: body.holiday_rule ?? row.holiday_rule,
    ends_on: body.ends_on ?? row.ends_on,
  };
  const days_error = findDaysError(row.frequency, recurrence.days);
  if (days_error) throw new ServiceError("validation_failed", "Validation failed", { fields: { days: [days_error] } });
  const changed: ScheduleRow = {
    ...row,
    ...recurrence,
    name: body.name ?? row.name,
    description: body.description ?? row.description,
    runs_max: body.runs_max ?? row.runs_max,
    days_ahead: body.days_ahead ?? row.days_ahead,
    reserve_funds: body.reserve_funds ?? row.reserve_funds,
    updated_at: tx.now,
  };
  if (changed.runs_max !== null && changed.runs_max <= row.runs_count) throw neverDue();
  const stored =
    body.transfers === undefined
      ? {}
      : {
          ...(await storePayees(tx, scope, row.id, payeesOf({ ...body, transfers: body.transfers }, row.currency), by)),
          // The person who chose the transfers is the maker of every run, so another person must approve the runs.
          ...{ requested_by: by?.id ?? null, requested_by_name: by?.name ?? null },
        };
  const planned = plan(tx, calendar, row, { ...changed, ...stored }, body.active ?? row.status === "active");
  const [last_run = null] = await findLastRuns(tx, scope, [planned]);
  const updated = await recordScheduleEvents(tx, planned, last_run, ["schedule.updated"]);
  await update(tx, updated);
  await recordPersonAction(tx, scope, by, {
    ...{ action: "schedule.updated", subject: row.id, before: auditData(row), after: auditData(updated) },
  });
  return updated;
}

/** Sets the next due time: null if paused, and unchanged if the recurrence has not changed. */
function plan(tx: Tx, calendar: Calendar, before: ScheduleRow, changed: ScheduleRow, is_active: boolean): ScheduleRow {
  if (!is_active) return { ...changed, status: "paused", next_day: null, next_due_at: null, run_at: null };
  const is_same =
    before.status === "active" &&
    before.time === changed.time &&
    before.holiday_rule === changed.holiday_rule &&
    before.ends_on === changed.ends_on &&
    before.days_ahead === changed.days_ahead &&
    before.days.join() === changed.days.join();
  if (is_same) return changed;
  const next = nextOccurrence(changed, calendar, searchAfterLastRun(changed, tx.now));
  if (next === null) throw neverDue();
  return { ...changed, ...planOf(next, changed.days_ahead, tx.now) };
}

/** Clients may send a retrieved schedule back unchanged, so these fields are refused only if their values differ. */
function rejectFixedFields(row: ScheduleRow, body: ScheduleUpdate): void {
  for (const field of ["currency", "frequency", "starts_on"] as const) {
    if (body[field] !== undefined && body[field] !== row[field])
      throw invalid(field, "immutable_field", "This cannot be changed: create another schedule");
  }
}

function auditData(row: ScheduleRow) {
  return {
    ...{ name: row.name, status: row.status, total_amount: row.total_amount.toString(), currency: row.currency },
    ...{ total_transfers: row.total_transfers, next_due_at: row.next_due_at },
  };
}
