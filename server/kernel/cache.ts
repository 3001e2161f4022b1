import { LRUCache } from "lru-cache";

/**
 * Returns a function that caches the results of `compute`, for texts that recur and always have the same result. Beyond
 * `max` entries it drops the least recently used one.
 */
export function cached<Value>(max: number, compute: (text: string) => Value): (text: string) => Value {
  const entries = new LRUCache<string, { readonly value: Value }>({ max });
  return (text) => {
    const entry = entries.get(text);
    if (entry !== undefined) return entry.value;
    const value = compute(text);
    entries.set(text, { value });
    return value;
  };
}
