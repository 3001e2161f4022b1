/** A keyed semaphore with a queue. */
export interface Slots {
  /** Waits for a slot; false after `wait_max_ms` without one. A caller that got a slot must call `leave`. */
  enter(key: string, wait_max_ms: number): Promise<boolean>;
  leave(key: string): void;
}

/** `count` slots for each key. */
export function slots(count: number): Slots {
  const used = new Map<string, number>();
  const lines = new Map<string, (() => void)[]>();
  return {
    enter(key, wait_max_ms) {
      const taken = used.get(key) ?? 0;
      if (taken < count) {
        used.set(key, taken + 1);
        return Promise.resolve(true);
      }
      const line = lines.get(key) ?? [];
      lines.set(key, line);
      return new Promise((resolve) => {
        const timer = setTimeout(() => {
          line.splice(line.indexOf(next), 1);
          resolve(false);
        }, wait_max_ms);
        const next = (): void => {
          clearTimeout(timer);
          resolve(true);
        };
        line.push(next);
      });
    },
    leave(key) {
      // The next in the queue takes over the slot: it is never free in between.
      const next = lines.get(key)?.shift();
      if (next) next();
      else used.set(key, (used.get(key) ?? 1) - 1);
    },
  };
}
