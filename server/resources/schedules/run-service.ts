import type { Database } from "#db/pool.ts";
import { skipFailing } from "#kernel/skip-failing.ts";
import { RefusedRun, recordRefusedRun, runDueSchedule } from "./run.ts";

/** The wake-up channel of the job that runs due schedules. */
export const DUE_SCHEDULES = "due schedules";

/**
 * Returns the job that runs due schedules, one per call. A refused run is rolled back and then recorded in a second
 * transaction. Several processes may run the job at the same time. A call returns true if more schedules may be due.
 */
export function scheduleRunner(db: Database): () => Promise<boolean> {
  return skipFailing(async (skipped, onClaim) => {
    try {
      return await db.engine((tx) => runDueSchedule(tx, skipped, onClaim));
    } catch (error) {
      if (!(error instanceof RefusedRun)) throw error;
      await db.engine((tx) => recordRefusedRun(tx, error));
      return true;
    }
  });
}
