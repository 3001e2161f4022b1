/**
 * What `make` makes of a text, remembered: for texts that come again and again and always come to the same. Not more than
 * `max` are kept; then all are forgotten.
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
