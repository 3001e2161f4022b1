/**
 * Caches the results of `make`, for texts that recur and always have the same result. After `max` entries the whole
 * cache is cleared.
 */
export function cached<Value>(max: number, compute: (text: string) => Value): (text: string) => Value {
  const entries = new Map<string, { readonly value: Value }>();
  return (text) => {
    const entry = entries.get(text);
    if (entry !== undefined) return entry.value;
    const value = compute(text);
    if (entries.size >= max) entries.clear();
    entries.set(text, { value });
    return value;
  };
}
