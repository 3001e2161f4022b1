import { setTimeout as sleep } from "node:timers/promises";
import type { Lease } from "#db/lease.ts";
import type { Database } from "#db/pool.ts";
import type { Tx } from "#db/tx.ts";
import { ServiceError } from "#kernel/errors.ts";
import { type IdleBounds, sleeper as newSleeper } from "./sleeper.ts";
import type { Turns } from "./turns.ts";
import type { Worker } from "./worker.ts";

/**
 * Works off rows that are due: claims as many as there is room for, starts each, claims again. Between claims it waits
 * for a wake of this process or for the clock, whichever is first.
 */
export interface Drain {
  /** Claims no more, waits for what is under way, then gives back what it could not wait for. */
  stop(grace_ms: number): Promise<void>;
  in_flight(): number;
}

export interface DrainOptions<Row> {
  readonly name: string;
  /** The wake (`Tx.wake`) that says there is new work. */
  readonly wake: string;
  /** Takes due rows with a lease, `limit` at most. */
  readonly claim: (tx: Tx, limit: number, lease: Lease) => Promise<readonly Row[]>;
  /** Hears that the last claim is committed. */
  readonly claimed?: () => void;
  /** Does one row's work to its end. What it throws is reported; the row comes back when its lease has run out. */
  readonly work: (row: Row) => Promise<void>;
  /** Ends the lease of rows whose work did not begin or cannot be waited for. */
  readonly giveBack: (tx: Tx, rows: readonly Row[]) => Promise<void>;
  /**
   * Ends the leases this worker has on any rows but these. Asked for when the database was lost for a moment: whether a
   * claim was committed is not known then, and what came of a row may not be on record. Without it such rows come back when
   * their lease has run out.
   */
  readonly giveBackOthers?: (tx: Tx, rows: readonly Row[], lease: Lease) => Promise<void>;
  readonly in_flight_max: number;
  /** How long it sleeps between two looks when nothing is due. It bounds how late a row whose time has come is seen. */
  readonly idle: IdleBounds;
  /** At least this long between two claims, so that a busy one takes many rows at once. */
  readonly rest_ms?: () => number;
  /** How many rows one claim takes at most. */
  readonly claim_max?: number;
  /** Whether a row that has ended makes room for one that was left. Without it: if the last claim found some. */
  readonly isMore?: () => boolean;
  readonly onError: (error: unknown, name: string) => void;
  readonly turns?: Turns;
}

// Claiming a row or two at a time would cost more than working them: wait until this share of the room is free.
const CLAIM_AT_LEAST = 1 / 4;
const AFTER_ERROR_MS = 1_000;

export function drain<Row>(db: Database, worker: Worker, options: DrainOptions<Row>): Drain {
  const under_way = new Map<Row, Promise<void>>();
  const sleeper = newSleeper(db, options.wake);
  let found_some = false;
  let next_end = Promise.withResolvers<void>();
  // From when rows are given back that this worker may hold without knowing; null: there are none.
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
        // A full claim says that there is more. One that found some may have left others because too many of their kind
        // are under way: it is made again when one of those ends.
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

  // A job whose first turn fails, and all after it, is reported too.
  options.turns?.done(options.name, options.idle.most_ms);
  const looping = loop();
  return {
    in_flight: () => under_way.size,
    async stop(grace_ms) {
      sleeper.stop();
      // It may be waiting for room.
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
