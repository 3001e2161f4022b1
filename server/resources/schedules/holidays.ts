import type { Tx } from "#db/tx.ts";
import { badRequest } from "#kernel/errors.ts";
import type { Person, Scope } from "#kernel/scope.ts";
import { startOfDay } from "#kernel/time.ts";
import { recordPersonAction } from "#resources/audit-log/record.ts";
import { replanSchedules } from "./calendar.ts";
import { listHolidays, lockCalendar, replaceHolidays } from "./store.ts";

export async function readHolidays(tx: Tx, scope: Scope): Promise<{ days: string[] }> {
  return { days: [...(await listHolidays(tx, scope))] };
}

/** Replaces the holidays, and recomputes the due times of active schedules. Throws `bad_request` for an invalid day. */
export async function setHolidays(
  tx: Tx,
  scope: Scope,
  days: readonly string[],
  by: Person | null,
): Promise<{ days: string[] }> {
  const wrong = days.findIndex((day) => startOfDay(day) === null);
  if (wrong >= 0) throw badRequest(`days.${wrong}`, "invalid_day", "Enter a day that exists, as YYYY-MM-DD");
  const sorted = [...new Set(days)].sort();
  await lockCalendar(tx, scope.merchant);
  const before = await listHolidays(tx, scope);
  await replaceHolidays(tx, scope, sorted);
  await replanSchedules(tx, scope.merchant, scope.environment);
  await recordPersonAction(tx, scope, by, {
    ...{ action: "holidays.set", subject: scope.merchant, before: { days: before }, after: { days: sorted } },
  });
  return { days: sorted };
}
