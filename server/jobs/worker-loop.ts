import { setTimeout as sleep } from "node:timers/promises";
import type { Lease } from "#db/lease.ts";
import type { Database } from "#db/pool.ts";
import type { Tx } from "#db/tx.ts";
import { ServiceError } from "#kernel/errors.ts";
import { type IdleBounds, newIdleBackoff } from "./idle-backoff.ts";
import type { StallDetector } from "./stall-detector.ts";
import type { Worker } from "./worker.ts";

/**
 * A worker loop over due rows: claims as many as there are free slots, starts each, and claims again. Between claims
 * the loop sleeps until a wake-up in this process or the next poll, whichever is first.
 */
export interface WorkerLoop {
  /** Stops claiming, waits up to `grace_ms` for rows in progress, then releases the leases of the rest. */
  stop(grace_ms: number): Promise<void>;
  in_flight(): number;
}

export interface WorkerLoopOptions<Row> {
  readonly name: string;
  /** The wake-up channel (`Tx.wake`) that signals new work. */
  readonly wake: string;
  /** Claims due rows with a lease, at most `limit`. */
  readonly claim: (tx: Tx, limit: number, lease: Lease) => Promise<readonly Row[]>;
  /** Called after the claim is committed. */
  readonly claimed?: () => void;
  /** Processes one row to its end. An error thrown is reported; the row is due again when its lease expires. */
  readonly work: (row: Row) => Promise<void>;
  /** Ends the lease of rows that were not started, or did not finish within the grace period. */
  readonly release: (tx: Tx, rows: readonly Row[]) => Promise<void>;
  /**
   * Ends this worker's leases on all rows except these. Called after a lost database connection: a claim may have been
   * committed unseen, and an outcome may not have been written. Without it such rows are due again when their lease
   * expires.
   */
  readonly releaseOthers?: (tx: Tx, rows: readonly Row[], lease: Lease) => Promise<void>;
  readonly in_flight_max: number;
  /** The poll interval while no row is due, in milliseconds. It bounds how late a due row is found. */
  readonly idle: IdleBounds;
  /** The shortest time between two claims, in milliseconds, so that a busy loop claims many rows at once. */
  readonly pause_ms?: () => number;
  /** The most rows of one claim. */
  readonly claim_max?: number;
  /**
   * Whether the loop claims again at once when a row is finished, because due rows were left behind. Default: whether
   * the last claim found rows.
   */
  readonly isMore?: () => boolean;
  readonly onError: (error: unknown, name: string) => void;
  readonly stall_detector?: StallDetector;
}

// Wait until this share of the slots is free: claiming a row or two at a time would cost more than processing them.
const CLAIM_MIN_SHARE = 1 / 4;
const ERROR_PAUSE_MS = 1_000;

export function startWorkerLoop<Row>(db: Database, worker: Worker, options: WorkerLoopOptions<Row>): WorkerLoop {
  const in_progress = new Map<Row, Promise<void>>();
  const backoff = newIdleBackoff(db, options.wake);
  let found_work = false;
  let next_completion = Promise.withResolvers<void>();
  // When this time is reached, `releaseOthers` ends the leases that this worker may hold without knowing it. Null:
  // there are no such leases.
  let release_orphaned_from_ms: number | null = null;

  async function loop(): Promise<void> {
    while (!backoff.is_stopping) {
      const free_capacity = options.in_flight_max - in_progress.size;
      if (free_capacity < options.in_flight_max * CLAIM_MIN_SHARE) {
        await next_completion.promise;
        continue;
      }
      backoff.resetWake();
      try {
        const began_ms = performance.now();
        if (release_orphaned_from_ms !== null && release_orphaned_from_ms <= began_ms) await releaseOrphaned();
        const limit = Math.min(free_capacity, options.claim_max ?? free_capacity);
        const rows = await db.readThenWork({
          read: worker.lease,
          work: (tx, lease) => options.claim(tx, limit, lease),
        });
        options.claimed?.();
        options.stall_detector?.recordTurn(options.name, options.idle.max_ms);
        for (const row of rows) start(row);
        found_work = rows.length > 0;
        // A full claim means that more rows are due. A partial claim may have left rows of a kind whose slots are all
        // taken; the loop claims again when one of those finishes.
        if (rows.length < limit) await backoff.idle(found_work, options.idle);
        const pause_ms = (options.pause_ms?.() ?? 0) - (performance.now() - began_ms);
        if (pause_ms > 0 && !backoff.is_stopping) await sleep(pause_ms);
      } catch (error) {
        options.onError(error, options.name);
        scheduleOrphanRelease();
        await backoff.sleep(ERROR_PAUSE_MS);
      }
    }
  }

  function scheduleOrphanRelease(): void {
    if (options.releaseOthers) release_orphaned_from_ms ??= performance.now() + ERROR_PAUSE_MS;
  }

  async function releaseOrphaned(): Promise<void> {
    const own_rows = [...in_progress.keys()];
    release_orphaned_from_ms = null;
    await db.engine(async (tx) => options.releaseOthers?.(tx, own_rows, await worker.lease(tx)));
  }

  function start(row: Row): void {
    const done = options
      .work(row)
      .catch((error: unknown) => {
        options.onError(error, options.name);
        if (error instanceof ServiceError && error.kind === "unavailable") scheduleOrphanRelease();
      })
      .finally(() => {
        in_progress.delete(row);
        next_completion.resolve();
        next_completion = Promise.withResolvers<void>();
        if (options.isMore ? options.isMore() : found_work) backoff.wake();
      });
    in_progress.set(row, done);
  }

  // The loop is registered before its first turn, so that a loop whose every turn fails is reported, too.
  options.stall_detector?.recordTurn(options.name, options.idle.max_ms);
  const running = loop();
  return {
    in_flight: () => in_progress.size,
    async stop(grace_ms) {
      backoff.stop();
      // Wakes the loop, which may be waiting for a free slot.
      next_completion.resolve();
      await running;
      const timer = new AbortController();
      await Promise.race([
        Promise.all(in_progress.values()),
        sleep(grace_ms, undefined, { signal: timer.signal }).catch(() => {}),
      ]);
      timer.abort();
      const unfinished = [...in_progress.keys()];
      if (unfinished.length === 0) return;
      // Without a database the rows are due again when their leases expire. The other parts of the service must still
      // stop: a heartbeat that goes on would keep the process running.
      await db
        .engine((tx) => options.release(tx, unfinished))
        .catch((error: unknown) => options.onError(error, options.name));
    },
  };
}
