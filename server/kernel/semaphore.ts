/** A semaphore with a total limit and a limit per name, for long-running work such as streams. */
export interface Semaphore {
  /**
   * Takes a slot under all these names; the returned function releases it. Null if a name has reached its limit, or no
   * slot is left.
   */
  tryAcquire(keys: readonly string[]): (() => void) | null;
}

/** `each`: the limit per name, by the name's position in `take`. */
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
