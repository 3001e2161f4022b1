import { setTimeout as sleep } from "node:timers/promises";
import type { Lease } from "#db/lease.ts";
import type { Database } from "#db/pool.ts";
import { type ReadTx, sql, type Tx } from "#db/tx.ts";
import { randomText } from "#kernel/secrets.ts";

/**
 * This process as an entry in the list of live workers. Other workers take over its rows after its heartbeat has been
 * missing for `HEARTBEAT_TIMEOUT_MS`.
 */
export interface Worker {
  /** This worker's id and the ids of all live workers now, for a claim. */
  lease(tx: ReadTx): Promise<Lease>;
  /** Removes this worker from the list: its leases end at once. */
  stop(): Promise<void>;
}

const HEARTBEAT_MS = 2_000;
// Five heartbeats: a process that is busy or was paused for a moment does not count as dead. If it was alive after all,
// the claim's number (a fencing token) rejects its late write.
export const HEARTBEAT_TIMEOUT_MS = 10_000;

export async function startWorker(db: Database, onError: (error: unknown, name: string) => void): Promise<Worker> {
  const holder = `wrk_${randomText(12)}`;
  const stopping = new AbortController();
  await db.engine((tx) => writeHeartbeat(tx, holder));

  async function heartbeatLoop(): Promise<void> {
    while (!stopping.signal.aborted) {
      await sleep(HEARTBEAT_MS, undefined, { signal: stopping.signal }).catch(() => {});
      if (!stopping.signal.aborted)
        await db.engine((tx) => writeHeartbeat(tx, holder)).catch((error) => onError(error, "heartbeat"));
    }
  }

  const heartbeat_loop = heartbeatLoop();
  return {
    async lease(tx) {
      const rows = await tx.rows<{ id: string }>(sql`select id from workers where heartbeat_at > ${deadline}`);
      return { holder, live_workers: [...new Set([...rows.map((row) => row.id), holder])] };
    },
    async stop() {
      stopping.abort();
      await heartbeat_loop;
      await db
        .engine((tx) => tx.run(sql`delete from workers where id = ${holder}`))
        .catch((error) => onError(error, "heartbeat"));
    },
  };
}

/**
 * Deletes all workers from the list. For a start at which only this process can be running: every worker in the list is
 * dead.
 */
export async function deleteWorkers(db: Database): Promise<void> {
  await db.engine((tx) => tx.run(sql`delete from workers`));
}

// The deadline uses the server's real clock, not the transaction's: heartbeats follow real time, even in tests that
// move the clock.
const deadline = sql`now() - make_interval(secs => ${HEARTBEAT_TIMEOUT_MS / 1_000})`;

async function writeHeartbeat(tx: Tx, holder: string): Promise<void> {
  await tx.run(sql`
    insert into workers (id, heartbeat_at) values (${holder}, now())
    on conflict (id) do update set heartbeat_at = excluded.heartbeat_at`);
  await tx.run(sql`delete from workers where heartbeat_at < ${deadline}`);
}
