/** Who is at something that goes on for a while, of which there can be only so much at once. */
export interface Seats {
  /** Takes one, in all these names, until what is returned is called. Null: one of them has its share, or there is none left. */
  take(names: readonly string[]): (() => void) | null;
}

/** `each`: how many there are for one name, in the order in which names are given. */
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
