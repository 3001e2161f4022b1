import { LRUCache } from "lru-cache";

/**
 * A cache that drops its least recently used entry beyond `max` entries. Unlike `max`, the option `maxSize` does not
 * allocate the memory for all entries at once: at 50,000 entries that takes 30 ms a cache, and the service has twenty.
 * @param ttl_ms an entry's lifetime in milliseconds
 */
export function lruCache<Key extends {}, Value extends {}>(max: number, ttl_ms = 0): LRUCache<Key, Value> {
  return new LRUCache<Key, Value>({ maxSize: max, sizeCalculation: () => 1, ttl: ttl_ms });
}

/**
 * Returns a function that caches the results of `compute`, for texts that recur and always have the same result. Beyond
 * `max` entries it drops the least recently used one.
 */
export function cached<Value>(max: number, compute: (text: string) => Value): (text: string) => Value {
  const entries = lruCache<string, { readonly value: Value }>(max);
  return (text) => {
    const entry = entries.get(text);
    if (entry !== undefined) return entry.value;
    const value = compute(text);
    entries.set(text, { value });
    return value;
  };
}
