import timers from "node:timers/promises";
import type { Database } from "#db/pool.ts";

/** A sleep that ends early on a wake-up or on stop. */
export interface IdleBackoff {
  readonly is_stopping: boolean;
  /** Clears earlier wake-ups: a wake-up after this call ends the next sleep at once. */
  resetWake(): void;
  sleep(ms: number): Promise<void>;
  /**
   * Sleeps until the next poll. The interval is `min_ms` while polls find work or wake-ups arrive. After ten polls in a
   * row without work it doubles with each further poll, up to `max_ms`.
   */
  idle(found_work: boolean, bounds: IdleBounds): Promise<void>;
  wake(): void;
  stop(): void;
}

export interface IdleBounds {
  readonly min_ms: number;
  readonly max_ms: number;
}

/** A constant poll interval, without back-off. */
export function fixedInterval(ms: number): IdleBounds {
  return { min_ms: ms, max_ms: ms };
}

// The back-off begins after this many polls in a row without work.
const EMPTY_POLLS_BEFORE_BACKOFF = 10;

// One shared error: creating one for each wake would cost more than the wake.
const WOKEN = new Error("woken");

export function newIdleBackoff(db: Pick<Database, "onWake">, wake: string): IdleBackoff {
  const stopping = new AbortController();
  let is_wake_pending = false;
  let empty_polls = 0;
  let sleep_abort = new AbortController();
  const wakeUp = (): void => {
    is_wake_pending = true;
    empty_polls = 0;
    sleep_abort.abort(WOKEN);
  };
  const stopListening = db.onWake(wake, wakeUp);
  const sleepFor = async (ms: number): Promise<void> => {
    if (is_wake_pending || stopping.signal.aborted) return;
    sleep_abort = new AbortController();
    await timers
      .setTimeout(ms, undefined, { signal: AbortSignal.any([sleep_abort.signal, stopping.signal]) })
      .catch(() => {});
  };
  return {
    get is_stopping() {
      return stopping.signal.aborted;
    },
    resetWake() {
      is_wake_pending = false;
    },
    sleep: sleepFor,
    async idle(found_work, { min_ms, max_ms }) {
      empty_polls = found_work || is_wake_pending ? 0 : empty_polls + 1;
      await sleepFor(Math.min(min_ms * 2 ** Math.max(0, empty_polls - EMPTY_POLLS_BEFORE_BACKOFF), max_ms));
    },
    wake: wakeUp,
    stop() {
      stopping.abort();
      stopListening();
    },
  };
}
