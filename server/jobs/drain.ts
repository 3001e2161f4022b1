import { setTimeout as sleep } from "node:timers/promises";
import type { Lease } from "#db/lease.ts";
import type { Database } from "#db/pool.ts";
import type { Tx } from "#db/tx.ts";
import { ServiceError } from "#kernel/errors.ts";
import { type IdleBounds, sleeper as newSleeper } from "./sleeper.ts";
import type { Turns } from "./turns.ts";
import type { Worker } from "./worker.ts";

/**
 * A worker loop over due rows: claims as many as there are free slots, starts each, and claims again. Between claims
 * the loop sleeps until a wake of this process or the next poll, whichever is first.
 */
export interface Drain {
  /** Stops claiming, waits up to `grace_ms` for rows under way, then gives the leases of the rest back. */
  stop(grace_ms: number): Promise<void>;
  in_flight(): number;
}

export interface DrainOptions<Row> {
  readonly name: string;
  /** The wake (`Tx.wake`) that signals new work. */
  readonly wake: string;
  /** Claims due rows with a lease, at most `limit`. */
  readonly claim: (tx: Tx, limit: number, lease: Lease) => Promise<readonly Row[]>;
  /** Called after the claim is committed. */
  readonly claimed?: () => void;
  /** Processes one row to its end. An error thrown is reported; the row is due again when its lease expires. */
  readonly work: (row: Row) => Promise<void>;
  /** Ends the lease of rows that were not started, or did not finish within the grace period. */
  readonly giveBack: (tx: Tx, rows: readonly Row[]) => Promise<void>;
  /**
   * Ends this worker's leases on all rows except these. Called after a lost database connection: a claim may have been
   * committed unseen, and an outcome may not have been written. Without it such rows are due again when their lease
   * expires.
   */
  readonly giveBackOthers?: (tx: Tx, rows: readonly Row[], lease: Lease) => Promise<void>;
  readonly in_flight_max: number;
  /** The poll interval while no row is due, in milliseconds. It bounds how late a due row is found. */
  readonly idle: IdleBounds;
  /** The shortest time between two claims, in milliseconds, so that a busy loop claims many rows at once. */
  readonly rest_ms?: () => number;
  /** The most rows of one claim. */
  readonly claim_max?: number;
  /** Whether a finished row frees a slot for a row that was left behind. Default: whether the last claim found rows. */
  readonly isMore?: () => boolean;
  readonly onError: (error: unknown, name: string) => void;
  readonly turns?: Turns;
}

// Claiming a row or two at a time would cost more than processing them: wait until this share of the slots is free.
const CLAIM_AT_LEAST = 1 / 4;
const AFTER_ERROR_MS = 1_000;

export function drain<Row>(db: Database, worker: Worker, options: DrainOptions<Row>): Drain {
  const under_way = new Map<Row, Promise<void>>();
  const sleeper = newSleeper(db, options.wake);
  let found_some = false;
  let next_end = Promise.withResolvers<void>();
  // From this time on, `giveBackOthers` ends leases this worker may hold unknowingly; null: none are suspected.
  let others_from_ms: number | null = null;

  async function loop(): Promise<void> {
    while (!sleeper.is_stopping) {
      const room = options.in_flight_max - under_way.size;
      if (room < options.in_flight_max * CLAIM_AT_LEAST) {
        await next_end.promise;
        continue;
      }
      sleeper.listen();
      try {
        const began_ms = performance.now();
        if (others_from_ms !== null && others_from_ms <= began_ms) await giveBackOthers();
        const limit = Math.min(room, options.claim_max ?? room);
        const rows = await db.lookThenWork({
          look: worker.lease,
          work: (tx, lease) => options.claim(tx, limit, lease),
        });
        options.claimed?.();
        options.turns?.done(options.name, options.idle.most_ms);
        for (const row of rows) start(row);
        found_some = rows.length > 0;
        // A full claim means that more rows are due. A partial claim may have left rows of a kind whose slots are all
        // taken; the loop claims again when one of those finishes.
        if (rows.length < limit) await sleeper.idle(found_some, options.idle);
        const rest_ms = (options.rest_ms?.() ?? 0) - (performance.now() - began_ms);
        if (rest_ms > 0 && !sleeper.is_stopping) await sleep(rest_ms);
      } catch (error) {
        options.onError(error, options.name);
        mayHoldOthers();
        await sleeper.sleep(AFTER_ERROR_MS);
      }
    }
  }

  function mayHoldOthers(): void {
    if (options.giveBackOthers) others_from_ms ??= performance.now() + AFTER_ERROR_MS;
  }

  async function giveBackOthers(): Promise<void> {
    const known = [...under_way.keys()];
    others_from_ms = null;
    await db.engine(async (tx) => options.giveBackOthers?.(tx, known, await worker.lease(tx)));
  }

  function start(row: Row): void {
    const done = options
      .work(row)
      .catch((error: unknown) => {
        options.onError(error, options.name);
        if (error instanceof ServiceError && error.kind === "unavailable") mayHoldOthers();
      })
      .finally(() => {
        under_way.delete(row);
        next_end.resolve();
        next_end = Promise.withResolvers<void>();
        if (options.isMore ? options.isMore() : found_some) sleeper.wake();
      });
    under_way.set(row, done);
  }

  // Registered before the first turn, so that a job whose every turn fails is reported, too.
  options.turns?.done(options.name, options.idle.most_ms);
  const looping = loop();
  return {
    in_flight: () => under_way.size,
    async stop(grace_ms) {
      sleeper.stop();
      // The loop may be waiting for a free slot.
      next_end.resolve();
      await looping;
      const timer = new AbortController();
      await Promise.race([
        Promise.all(under_way.values()),
        sleep(grace_ms, undefined, { signal: timer.signal }).catch(() => {}),
      ]);
      timer.abort();
      const left = [...under_way.keys()];
      if (left.length > 0) await db.engine((tx) => options.giveBack(tx, left));
    },
  };
}
