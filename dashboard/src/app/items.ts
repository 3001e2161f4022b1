/** A record as the service sent it, unvalidated. The functions below read each field with its expected type. */
export type Item = Readonly<Record<string, unknown>>;

export function isItem(value: unknown): value is Item {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The text of a field; "" if it is missing or no text. */
export function textOf(item: Item, field: string): string {
  const value = item[field];
  return typeof value === "string" ? value : "";
}

export function numberOf(item: Item, field: string): number {
  const value = item[field];
  return typeof value === "number" ? value : 0;
}

/** An amount in the smallest unit; null if the field is missing or no safe integer. */
export function amountOf(item: Item, field: string): bigint | null {
  const value = item[field];
  return typeof value === "number" && Number.isSafeInteger(value) ? BigInt(value) : null;
}

export function itemOf(item: Item, field: string): Item {
  const value = item[field];
  return isItem(value) ? value : {};
}

export function itemsOf(item: Item, field: string): readonly Item[] {
  const value = item[field];
  return Array.isArray(value) ? value.filter(isItem) : [];
}

export function textsOf(item: Item, field: string): readonly string[] {
  const value = item[field];
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === "string") : [];
}
