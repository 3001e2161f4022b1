import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "#db/pool.ts";
import type { Tx } from "#db/tx.ts";
import { sleeper as newSleeper } from "./sleeper.ts";
import type { Turns } from "./turns.ts";

/** A job that runs turn by turn, each turn in a transaction, as long as there is work. */
export interface Repetition {
  stop(): Promise<void>;
}

export interface RepeatOptions {
  readonly name: string;
  /** The wake (`Tx.wake`) that signals new work. */
  readonly wake: string;
  /** Runs one turn. Returns true if more work may be due right now. */
  readonly turn: (tx: Tx) => Promise<boolean>;
  /** The sleep between two turns, in milliseconds. */
  readonly idle_ms: number;
  /** The longest sleep, for a job that backs off while its turns find no work. */
  readonly idle_most_ms?: number;
  /** Whether the last turn found no work. */
  readonly isIdle?: () => boolean;
  /** The shortest time between two turns, in milliseconds, so that a busy job does much work per turn. */
  readonly rest_ms?: () => number;
  readonly onError: (error: unknown, name: string) => void;
  readonly turns?: Turns;
}

const AFTER_ERROR_MS = 1_000;

export function repeat(db: Database, options: RepeatOptions): Repetition {
  const sleeper = newSleeper(db, options.wake);
  const idle = { least_ms: options.idle_ms, most_ms: options.idle_most_ms ?? options.idle_ms };

  async function loop(): Promise<void> {
    while (!sleeper.is_stopping) {
      sleeper.listen();
      try {
        const began_ms = performance.now();
        const is_more = await db.engine(options.turn);
        options.turns?.done(options.name, idle.most_ms);
        if (!is_more) await sleeper.idle(!(options.isIdle?.() ?? true), idle);
        const rest_ms = (options.rest_ms?.() ?? 0) - (performance.now() - began_ms);
        if (rest_ms > 0 && !sleeper.is_stopping) await sleep(rest_ms);
      } catch (error) {
        options.onError(error, options.name);
        await sleeper.sleep(AFTER_ERROR_MS);
      }
    }
  }

  // Registered before the first turn, so that a job whose every turn fails is reported, too.
  options.turns?.done(options.name, idle.most_ms);
  const looping = loop();
  return {
    async stop() {
      sleeper.stop();
      await looping;
    },
  };
}
