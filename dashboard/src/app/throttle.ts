/** Limits how often each of several tasks runs. */
export interface Throttle {
  /** Runs the task of this key at once, or when the limit allows it. Calls while it waits count as one. */
  run(key: object, task: () => void): void;
  /** Cancels the waiting tasks. */
  stop(): void;
}

// A change often comes in two or three events, such as the new order and its entry in the audit log. Each shows at once.
export const RUNS_AT_ONCE_MAX = 3;
// The interval that frequent changes wait for, in milliseconds. The longest delay of the stream, half a second, is added
// to it, and a page must show a change within two seconds.
export const RUN_INTERVAL_MS = 1_000;

export function newThrottle(): Throttle {
  /** For each key, the time at which all its runs so far are one interval apart. */
  const paid_until = new WeakMap<object, number>();
  const waiting = new Map<object, ReturnType<typeof setTimeout>>();
  function runNow(key: object, task: () => void): void {
    waiting.delete(key);
    paid_until.set(key, Math.max(paid_until.get(key) ?? 0, Date.now()) + RUN_INTERVAL_MS);
    task();
  }
  return {
    run(key, task) {
      if (waiting.has(key)) return;
      const wait_ms = (paid_until.get(key) ?? 0) - (RUNS_AT_ONCE_MAX - 1) * RUN_INTERVAL_MS - Date.now();
      if (wait_ms <= 0) runNow(key, task);
      else waiting.set(key, setTimeout(runNow, wait_ms, key, task));
    },
    stop() {
      for (const timer of waiting.values()) clearTimeout(timer);
      waiting.clear();
    },
  };
}
