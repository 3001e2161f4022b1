import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "#db/pool.ts";
import type { Tx } from "#db/tx.ts";
import { newIdleBackoff } from "./idle-backoff.ts";
import type { StallDetector } from "./stall-detector.ts";

/** A job that runs turn by turn, each turn in a transaction, as long as there is work. */
export interface Poller {
  stop(): Promise<void>;
}

export type PollerOptions = PollerSettings & PollerTurn;

type PollerTurn =
  | {
      /** Runs one turn. Returns true if more work may be due right now. */
      readonly poll: (tx: Tx) => Promise<boolean>;
    }
  | {
      /** Runs one turn that opens its own transactions. Returns true if more work may be due right now. */
      readonly turn: () => Promise<boolean>;
    };

interface PollerSettings {
  readonly name: string;
  /** The wake-up channel (`Tx.wake`) that signals new work. */
  readonly wake: string;
  /** The sleep between two turns, in milliseconds. */
  readonly idle_min_ms: number;
  /** The longest sleep, for a job that backs off while its turns find no work. */
  readonly idle_max_ms?: number;
  /** Whether the last turn found no work. */
  readonly isIdle?: () => boolean;
  /** The shortest time between two turns, in milliseconds, so that a busy job does much work per turn. */
  readonly pause_ms?: () => number;
  readonly onError: (error: unknown, name: string) => void;
  readonly stall_detector?: StallDetector;
}

const ERROR_PAUSE_MS = 1_000;

export function startPoller(db: Database, options: PollerOptions): Poller {
  const backoff = newIdleBackoff(db, options.wake);
  const idle = { min_ms: options.idle_min_ms, max_ms: options.idle_max_ms ?? options.idle_min_ms };

  async function loop(): Promise<void> {
    while (!backoff.is_stopping) {
      backoff.resetWake();
      try {
        const began_ms = performance.now();
        const has_more = await ("turn" in options ? options.turn() : db.engine(options.poll));
        options.stall_detector?.recordTurn(options.name, idle.max_ms);
        if (!has_more) await backoff.idle(!(options.isIdle?.() ?? true), idle);
        const pause_ms = (options.pause_ms?.() ?? 0) - (performance.now() - began_ms);
        if (pause_ms > 0 && !backoff.is_stopping) await sleep(pause_ms);
      } catch (error) {
        options.onError(error, options.name);
        await backoff.sleep(ERROR_PAUSE_MS);
      }
    }
  }

  // The job is registered before its first turn, so that a job whose every turn fails is reported, too.
  options.stall_detector?.recordTurn(options.name, idle.max_ms);
  const running = loop();
  return {
    async stop() {
      backoff.stop();
      await running;
    },
  };
}
