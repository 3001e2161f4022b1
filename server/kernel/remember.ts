/**
 * Caches the results of `make`, for texts that recur and always have the same result. After `max` entries the whole
 * cache is cleared.
 */
export function remembering<Value>(max: number, make: (text: string) => Value): (text: string) => Value {
  const known = new Map<string, { readonly value: Value }>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found.value;
    const value = make(text);
    if (known.size >= max) known.clear();
    known.set(text, { value });
    return value;
  };
}
