import timers from "node:timers/promises";
import type { Database } from "#db/pool.ts";

/** A sleep that ends early on a wake or on stop. */
export interface Sleeper {
  readonly is_stopping: boolean;
  /** Clears earlier wakes: a wake after this call ends the next sleep at once. */
  listen(): void;
  sleep(ms: number): Promise<void>;
  /**
   * Sleeps until the next poll. The interval is `least_ms` while polls find work or wakes arrive, and grows to
   * `most_ms` one second after the last.
   */
  idle(found: boolean, bounds: IdleBounds): Promise<void>;
  wake(): void;
  stop(): void;
}

export interface IdleBounds {
  readonly least_ms: number;
  readonly most_ms: number;
}

/** A constant poll interval, without back-off. */
export function steady(ms: number): IdleBounds {
  return { least_ms: ms, most_ms: ms };
}

// The back-off begins after this many polls in a row without work.
const LOOKS_IN_VAIN = 10;

// One shared instance: creating an error for each wake costs more than the wake.
const WOKEN = new Error("woken");

export function sleeper(db: Pick<Database, "onWake">, wake: string): Sleeper {
  const stopping = new AbortController();
  let is_woken = false;
  let in_vain = 0;
  let rest = new AbortController();
  const wakeUp = (): void => {
    is_woken = true;
    in_vain = 0;
    rest.abort(WOKEN);
  };
  const stopListening = db.onWake(wake, wakeUp);
  const sleepFor = async (ms: number): Promise<void> => {
    if (is_woken || stopping.signal.aborted) return;
    rest = new AbortController();
    await timers.setTimeout(ms, undefined, { signal: AbortSignal.any([rest.signal, stopping.signal]) }).catch(() => {});
  };
  return {
    get is_stopping() {
      return stopping.signal.aborted;
    },
    listen() {
      is_woken = false;
    },
    sleep: sleepFor,
    async idle(found, { least_ms, most_ms }) {
      in_vain = found || is_woken ? 0 : in_vain + 1;
      await sleepFor(Math.min(least_ms * 2 ** Math.max(0, in_vain - LOOKS_IN_VAIN), most_ms));
    },
    wake: wakeUp,
    stop() {
      stopping.abort();
      stopListening();
    },
  };
}
