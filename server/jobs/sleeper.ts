import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "#db/pool.ts";

/** Waiting that ends early: on a wake, or when the worker is to stop. */
export interface Sleeper {
  readonly is_stopping: boolean;
  /** Forgets the wakes so far: what comes from now on ends the next sleep at once. */
  listen(): void;
  sleep(ms: number): Promise<void>;
  wake(): void;
  stop(): void;
}

// Said once: making an error for each wake costs more than the wake.
const WOKEN = new Error("woken");

export function sleeper(db: Database, wake: string): Sleeper {
  const stopping = new AbortController();
  let is_woken = false;
  let rest = new AbortController();
  const wakeUp = (): void => {
    is_woken = true;
    rest.abort(WOKEN);
  };
  const stopListening = db.onWake(wake, wakeUp);
  return {
    get is_stopping() {
      return stopping.signal.aborted;
    },
    listen() {
      is_woken = false;
    },
    async sleep(ms) {
      if (is_woken || stopping.signal.aborted) return;
      rest = new AbortController();
      await sleep(ms, undefined, { signal: AbortSignal.any([rest.signal, stopping.signal]) }).catch(() => {});
    },
    wake: wakeUp,
    stop() {
      stopping.abort();
      stopListening();
    },
  };
}
