import type { Tx } from "#db/tx.ts";
import { ServiceError } from "#kernel/errors.ts";
import type { Person, Scope } from "#kernel/scope.ts";
import { recordPersonAction } from "#resources/audit-log/record.ts";
import { recordScheduleEvents } from "./record-event.ts";
import { findLastRuns, lock, update } from "./store.ts";

/** Deletes a schedule, so that it has no further runs. Bulk transfers of earlier runs remain. Throws `not_found`. */
export async function deleteSchedule(tx: Tx, scope: Scope, id: string, by: Person | null): Promise<void> {
  const row = await lock(tx, scope, id);
  if (!row) throw new ServiceError("schedule_not_found", "Schedule not found");
  const [last_run = null] = await findLastRuns(tx, scope, [row]);
  const ended = { ...row, next_day: null, next_due_at: null, run_at: null, status: "ended" as const };
  const deleted = { ...ended, updated_at: tx.now, deleted_at: tx.now };
  await update(tx, await recordScheduleEvents(tx, deleted, last_run, ["schedule.deleted"]));
  await recordPersonAction(tx, scope, by, {
    ...{ action: "schedule.deleted", subject: row.id, before: { name: row.name, status: row.status }, after: null },
  });
}
