import type { Tx } from "#db/tx.ts";
import { ServiceError } from "#kernel/errors.ts";
import type { Scope } from "#kernel/scope.ts";
import { plus, SECOND_MS } from "#kernel/time.ts";
import type { ScheduleRow } from "./schema.ts";
import { lock, update } from "./store.ts";

/**
 * Sandbox only: makes the next run due now, so that tests need not wait for it. Throws `not_found`, and `invalid` in
 * live or if the schedule is not active.
 */
export async function advanceSchedule(tx: Tx, scope: Scope, id: string): Promise<ScheduleRow> {
  const row = await lock(tx, scope, id);
  if (!row) throw new ServiceError("schedule_not_found", "Schedule not found");
  if (scope.environment !== "test") throw new ServiceError("sandbox_only", "Only the sandbox can do this");
  if (row.status !== "active") throw new ServiceError("schedule_not_active", "The schedule is paused or has ended");
  // Due times must increase, and the last run may have been created ahead of a due time in the future.
  const { last_due_at } = row;
  const next_due_at = last_due_at !== null && last_due_at >= tx.now ? plus(last_due_at, SECOND_MS) : tx.now;
  const due: ScheduleRow = { ...row, next_due_at, run_at: tx.now, updated_at: tx.now };
  await update(tx, due);
  return due;
}
