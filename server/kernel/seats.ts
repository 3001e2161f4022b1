/** A semaphore with a total limit and a limit per name, for long-running work such as streams. */
export interface Seats {
  /**
   * Takes a slot under all these names; the returned function releases it. Null if a name has reached its limit, or no
   * slot is left.
   */
  take(names: readonly string[]): (() => void) | null;
}

/** `each`: the limit per name, by the name's position in `take`. */
export function seats(all: number, each: readonly number[]): Seats {
  const taken = new Map<string, number>();
  let all_taken = 0;
  const count = (keys: readonly string[], change: number): void => {
    for (const key of keys) {
      const next = (taken.get(key) ?? 0) + change;
      if (next === 0) taken.delete(key);
      else taken.set(key, next);
    }
    all_taken += change;
  };
  return {
    take(names) {
      const keys = names.map((name, place) => `${place} ${name}`);
      const is_full = keys.some((key, place) => (taken.get(key) ?? 0) >= (each[place] ?? all));
      if (is_full || all_taken >= all) return null;
      count(keys, 1);
      let is_left = false;
      return () => {
        if (!is_left) count(keys, -1);
        is_left = true;
      };
    },
  };
}
