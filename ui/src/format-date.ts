/**
 * A moment as `Intl` writes it, but for the first of a month in French, which is not "1 mars": `1er mars`. What is written
 * in digits alone stays as it is.
 */
export function formatDate(date: Date | number, locale: string, options: Intl.DateTimeFormatOptions): string {
  const parts = new Intl.DateTimeFormat(locale, options).formatToParts(date);
  const is_ordinal =
    locale.startsWith("fr") && parts.some(({ type, value }) => type === "month" && /\p{L}/u.test(value));
  return parts.map(({ type, value }) => (is_ordinal && type === "day" && value === "1" ? "1er" : value)).join("");
}
