import { setTimeout as sleep } from "node:timers/promises";
import { tryAdvisoryLock } from "#db/lease.ts";
import type { Database } from "#db/pool.ts";
import type { Tx } from "#db/tx.ts";
import { duration } from "#kernel/time.ts";

/** A scheduled job. */
export interface ScheduledJob {
  stop(): Promise<void>;
}

/**
 * Runs `work` at a fixed interval, in a transaction, in one process at a time. The other processes find the lock taken
 * and skip the run. `work` must tolerate skipped and repeated runs.
 */
export function scheduleJob(
  db: Database,
  interval: string,
  name: string,
  work: (tx: Tx) => Promise<void>,
  onError: (error: unknown, name: string) => void,
): ScheduledJob {
  const ms = duration(interval);
  const stopping = new AbortController();

  async function loop(): Promise<void> {
    while (!stopping.signal.aborted) {
      await sleep(ms, undefined, { signal: stopping.signal }).catch(() => {});
      if (stopping.signal.aborted) return;
      try {
        await db.engine(async (tx) => {
          if (await tryAdvisoryLock(tx, name)) await work(tx);
        });
      } catch (error) {
        onError(error, name);
      }
    }
  }

  const running = loop();
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
