import type { Database } from "#db/pool.ts";
import { MINUTE_MS } from "#kernel/time.ts";
import { RefusedRun, recordRefusedRun, runDueSchedule } from "./run.ts";

/** The wake-up channel of the job that runs due schedules. */
export const DUE_SCHEDULES = "due schedules";

// How long a schedule is skipped after its run threw an internal error, so that it does not block the others.
const FAULT_PAUSE_MS = 1 * MINUTE_MS;

/**
 * Returns the job that runs due schedules, one per call. A refused run is rolled back and then recorded in a second
 * transaction. Several processes may run the job at the same time. A call returns true if more schedules may be due.
 */
export function scheduleRunner(db: Database): () => Promise<boolean> {
  const paused_until_ms = new Map<string, number>();

  return async () => {
    const now_ms = performance.now();
    for (const [schedule, until_ms] of paused_until_ms) if (until_ms <= now_ms) paused_until_ms.delete(schedule);
    let claimed: string | null = null;
    try {
      return await db.engine((tx) =>
        runDueSchedule(tx, [...paused_until_ms.keys()], (schedule) => {
          claimed = schedule;
        }),
      );
    } catch (error) {
      if (error instanceof RefusedRun) {
        await db.engine((tx) => recordRefusedRun(tx, error));
        return true;
      }
      if (claimed !== null) paused_until_ms.set(claimed, now_ms + FAULT_PAUSE_MS);
      throw error;
    }
  };
}
