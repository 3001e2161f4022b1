import { setTimeout as sleep } from "node:timers/promises";
import { isAlone } from "#db/lease.ts";
import type { Database } from "#db/pool.ts";
import type { Tx } from "#db/tx.ts";
import { duration } from "#kernel/time.ts";

/** A scheduled job. */
export interface Chore {
  stop(): Promise<void>;
}

/**
 * Runs `work` at a fixed interval, in a transaction, in one process at a time. The other processes find the lock taken
 * and skip the run. The work must tolerate skipped and repeated runs.
 */
export function every(
  db: Database,
  how_often: string,
  name: string,
  work: (tx: Tx) => Promise<void>,
  onError: (error: unknown, name: string) => void,
): Chore {
  const ms = duration(how_often);
  const stopping = new AbortController();

  async function loop(): Promise<void> {
    while (!stopping.signal.aborted) {
      await sleep(ms, undefined, { signal: stopping.signal }).catch(() => {});
      if (stopping.signal.aborted) return;
      try {
        await db.engine(async (tx) => {
          if (await isAlone(tx, name)) await work(tx);
        });
      } catch (error) {
        onError(error, name);
      }
    }
  }

  const looping = loop();
  return {
    async stop() {
      stopping.abort();
      await looping;
    },
  };
}
