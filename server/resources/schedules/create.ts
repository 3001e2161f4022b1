import type { Tx } from "#db/tx.ts";
import { invalid, ServiceError } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import type { Person, Scope } from "#kernel/scope.ts";
import { DAY_MS, dayAfter, plus } from "#kernel/time.ts";
import { dayIn } from "#kernel/time-zone.ts";
import { recordPersonAction } from "#resources/audit-log/record.ts";
import { SCHEDULED_DAYS_MAX } from "#resources/transfers/schema.ts";
import { planOf, readCalendar } from "./calendar.ts";
import { storePayees } from "./payees.ts";
import { recordScheduleEvents } from "./record-event.ts";
import { type Calendar, nextOccurrence, rejectOtherTimeZone, sortedDays } from "./rules.ts";
import { type NewPreview, type NewSchedule, type Recurrence, SCHEDULES_MAX, type ScheduleRow } from "./schema.ts";
import { countSchedules, insert, lockCalendar, update } from "./store.ts";

/**
 * Stores a schedule and its transfers. No money is held before the first run. A creation by a person is recorded in the
 * audit log. Throws `invalid` for transfers that cannot be paid, and if the schedule would never be due.
 */
export async function createSchedule(
  tx: Tx,
  scope: Scope,
  body: NewSchedule,
  requested_by: Person | null,
): Promise<ScheduleRow> {
  await lockCalendar(tx, scope.merchant);
  if ((await countSchedules(tx, scope)) >= SCHEDULES_MAX)
    throw new ServiceError("too_many_schedules", `A merchant has at most ${SCHEDULES_MAX} schedules`, {
      params: { maximum: SCHEDULES_MAX },
    });
  const calendar = await readCalendar(tx, scope);
  const recurrence = recurrenceOf(body, calendar, tx.now);
  const id = newId("sch", tx.now);
  const days_ahead = body.days_ahead ?? 0;
  const row: ScheduleRow = {
    ...{ merchant: scope.merchant, environment: scope.environment, id },
    name: body.name,
    description: body.description ?? null,
    currency: body.currency,
    // Placeholders: `storePayees` needs this row in the table, and then returns the real totals.
    ...{ total_amount: 1n, total_transfers: 1 },
    ...recurrence,
    runs_max: body.runs_max ?? null,
    days_ahead,
    reserve_funds: body.reserve_funds ?? "now",
    ...{ requested_by: requested_by?.id ?? null, requested_by_name: requested_by?.name ?? null },
    runs_count: 0,
    ...planOf(firstOccurrence(recurrence, calendar, tx.now), days_ahead, tx.now),
    ...{ last_day: null, last_due_at: null, sequence: 0 },
    ...{ created_at: tx.now, updated_at: tx.now, deleted_at: null },
  };
  await insert(tx, row);
  const stored = await storePayees(tx, scope, id, payeesOf(body, body.currency), requested_by);
  const made = await recordScheduleEvents(tx, { ...row, ...stored }, null, ["schedule.created"]);
  await update(tx, made);
  await recordPersonAction(tx, scope, requested_by, {
    ...{ action: "schedule.created", subject: id, before: null },
    after: {
      ...{ name: made.name, total_amount: made.total_amount.toString(), currency: made.currency },
      ...{ total_transfers: made.total_transfers, next_due_at: made.next_due_at },
    },
  });
  return made;
}

/** The transfers of a body, in the form of a bulk's. */
export function payeesOf(body: Pick<NewSchedule, "transfers" | "description">, currency: string) {
  const { transfers, description } = body;
  return { currency, transfers, ...(description === undefined ? {} : { description }) };
}

/**
 * The recurrence of a body. Its first day is by default today in the merchant's time zone. Throws `invalid` if the
 * first day is too far ahead.
 */
export function recurrenceOf(body: NewSchedule | NewPreview, calendar: Calendar, now: string): Recurrence {
  rejectOtherTimeZone(calendar, body);
  const starts_on = body.starts_on ?? dayIn(calendar.time_zone, now);
  if (starts_on > dayIn(calendar.time_zone, plus(now, SCHEDULED_DAYS_MAX * DAY_MS)))
    throw invalid("starts_on", "scheduled_too_far", `Enter a moment within ${SCHEDULED_DAYS_MAX} days`, {
      maximum: SCHEDULED_DAYS_MAX,
    });
  return {
    frequency: body.frequency,
    days: sortedDays(body.days ?? []),
    time: body.time,
    holiday_rule: body.holiday_rule ?? "none",
    starts_on,
    ends_on: body.ends_on ?? null,
  };
}

function firstOccurrence(recurrence: Recurrence, calendar: Calendar, now: string) {
  const first = nextOccurrence(recurrence, calendar, { day: dayAfter(recurrence.starts_on, -1), at: now });
  if (first === null) throw neverDue();
  return first;
}

export function neverDue(): ServiceError {
  return invalid("ends_on", "schedule_never_due", "Enter a later day: the schedule would end before it is due");
}
