/**
 * Formats a date with `Intl`, and corrects the first of a month in French: `1er mars` instead of "1 mars". Numeric
 * dates are unchanged.
 */
export function formatDate(date: Date | number, locale: string, options: Intl.DateTimeFormatOptions): string {
  const parts = new Intl.DateTimeFormat(locale, options).formatToParts(date);
  const is_ordinal =
    locale.startsWith("fr") && parts.some(({ type, value }) => type === "month" && /\p{L}/u.test(value));
  return parts.map(({ type, value }) => (is_ordinal && type === "day" && value === "1" ? "1er" : value)).join("");
}
