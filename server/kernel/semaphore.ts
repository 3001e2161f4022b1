/** A semaphore with a total limit and a limit per key, for long-running work such as streams. */
export interface Semaphore {
  /**
   * Takes a slot under all these keys; the returned function releases it. Null if a key has reached its limit, or no
   * slot is left.
   */
  tryAcquire(keys: readonly string[]): (() => void) | null;
}

/** Creates a semaphore. `per_key_max` is the limit per key, by the key's position in `tryAcquire`. */
export function semaphore(total_max: number, per_key_max: readonly number[]): Semaphore {
  const in_use = new Map<string, number>();
  let total_in_use = 0;
  const count = (level_keys: readonly string[], change: number): void => {
    for (const key of level_keys) {
      const next = (in_use.get(key) ?? 0) + change;
      if (next === 0) in_use.delete(key);
      else in_use.set(key, next);
    }
    total_in_use += change;
  };
  return {
    tryAcquire(keys) {
      const level_keys = keys.map((key, level) => `${level} ${key}`);
      const is_full = level_keys.some((key, level) => (in_use.get(key) ?? 0) >= (per_key_max[level] ?? total_max));
      if (is_full || total_in_use >= total_max) return null;
      count(level_keys, 1);
      let is_released = false;
      return () => {
        if (!is_released) count(level_keys, -1);
        is_released = true;
      };
    },
  };
}

/** A semaphore per key whose callers wait in a queue. */
export interface QueuedSemaphore {
  /**
   * Takes a slot of this key, waiting for one up to `wait_max_ms`. The returned function releases it. Null if the queue
   * is full, or no slot became free in time.
   */
  acquire(key: string, wait_max_ms?: number): Promise<(() => void) | null>;
}

/** Creates a semaphore with `slots` slots for each key, and at most `queue_max` waiting callers. */
export function queuedSemaphore(slots: number, queue_max = Number.POSITIVE_INFINITY): QueuedSemaphore {
  const holders = new Map<string, { used: number; readonly queue: (() => void)[] }>();

  function release(key: string): void {
    const holder = holders.get(key);
    if (!holder) return;
    // The next caller in the queue takes over the slot, which is never free in between.
    const next = holder.queue.shift();
    if (next) next();
    else if (holder.used === 1) holders.delete(key);
    else holder.used -= 1;
  }

  function wait(queue: (() => void)[], wait_max_ms: number | undefined): Promise<boolean> {
    return new Promise((resolve) => {
      const timer =
        wait_max_ms === undefined
          ? undefined
          : setTimeout(() => {
              queue.splice(queue.indexOf(next), 1);
              resolve(false);
            }, wait_max_ms);
      const next = (): void => {
        clearTimeout(timer);
        resolve(true);
      };
      queue.push(next);
    });
  }

  return {
    async acquire(key, wait_max_ms) {
      const holder = holders.get(key) ?? { used: 0, queue: [] };
      holders.set(key, holder);
      if (holder.used < slots) holder.used += 1;
      else if (holder.queue.length >= queue_max || !(await wait(holder.queue, wait_max_ms))) return null;
      let is_released = false;
      return () => {
        if (!is_released) release(key);
        is_released = true;
      };
    },
  };
}
