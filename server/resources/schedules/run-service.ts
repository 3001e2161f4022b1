import type { Database } from "#db/pool.ts";
import { MINUTE_MS } from "#kernel/time.ts";
import { RefusedRun, recordRefusedRun, runDueSchedule } from "./run.ts";

/** The wake of the job that runs due schedules. */
export const DUE_SCHEDULES = "due schedules";

// A schedule whose run fails with an internal error must not block the others.
const FAULT_PAUSE_MS = 1 * MINUTE_MS;

/**
 * The job that runs due schedules, one per turn, in transactions of its own: a refused run is rolled back before it is
 * recorded. Several processes may do it at once. A turn returns true if more may be due.
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
