/** A keyed semaphore with a queue. */
export interface KeyedSemaphore {
  /** Waits for a slot; false after `wait_max_ms` without one. A caller that got a slot must call `release`. */
  acquire(key: string, wait_max_ms: number): Promise<boolean>;
  release(key: string): void;
}

/** `count` slots for each key. */
export function keyedSemaphore(count: number): KeyedSemaphore {
  const in_use_by_key = new Map<string, number>();
  const waiters = new Map<string, (() => void)[]>();
  return {
    acquire(key, wait_max_ms) {
      const in_use = in_use_by_key.get(key) ?? 0;
      if (in_use < count) {
        in_use_by_key.set(key, in_use + 1);
        return Promise.resolve(true);
      }
      const queue = waiters.get(key) ?? [];
      waiters.set(key, queue);
      return new Promise((resolve) => {
        const timer = setTimeout(() => {
          queue.splice(queue.indexOf(next), 1);
          resolve(false);
        }, wait_max_ms);
        const next = (): void => {
          clearTimeout(timer);
          resolve(true);
        };
        queue.push(next);
      });
    },
    release(key) {
      // The next in the queue takes over the slot: it is never free in between.
      const next = waiters.get(key)?.shift();
      if (next) next();
      else in_use_by_key.set(key, (in_use_by_key.get(key) ?? 1) - 1);
    },
  };
}
