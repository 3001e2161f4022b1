export const LANGUAGES = ["en", "fr"] as const;

export type Language = (typeof LANGUAGES)[number];

// ISO 4217: the currencies whose smallest unit is not a hundredth.
const NO_DECIMALS = "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF".split(" ");
const THREE_DECIMALS = "BHD IQD JOD KWD LYD OMR TND".split(" ");

// The local names of the currencies.
const FRENCH_NAMES = new Map([
  ["XAF", "FCFA"],
  ["XOF", "FCFA"],
  ["EUR", "€"],
]);

// No-break spaces, so that 1 250 000 FCFA stays on one line.
const NARROW_SPACE = "\u202f";
const SPACE = "\u00a0";

/** The number of decimals of the currency. */
export function decimalsOf(currency: string): number {
  if (NO_DECIMALS.includes(currency)) return 0;
  return THREE_DECIMALS.includes(currency) ? 3 : 2;
}

/** `XAF 1,250,000` in English, `1 250 000 FCFA` in French. `amount` is in the smallest unit. */
export function formatMoney(amount: bigint, currency: string, language: Language): string {
  const sum = formatAmount(amount, currency, language);
  return language === "fr" ? `${sum}${SPACE}${currencyName(currency, language)}` : `${currency}${SPACE}${sum}`;
}

/** `FCFA` in French, `XAF` in English. */
export function currencyName(currency: string, language: Language): string {
  return language === "fr" ? (FRENCH_NAMES.get(currency) ?? currency) : currency;
}

/** The number without the currency: `1,250,000` or `1 250 000`. */
export function formatAmount(amount: bigint, currency: string, language: Language): string {
  const decimals = decimalsOf(currency);
  const is_negative = amount < 0n;
  const digits = String(is_negative ? -amount : amount).padStart(decimals + 1, "0");
  const whole = groupDigits(digits.slice(0, digits.length - decimals), language);
  const fraction = decimals === 0 ? "" : `${decimalSeparator(language)}${digits.slice(-decimals)}`;
  return `${is_negative ? "−" : ""}${whole}${fraction}`;
}

/**
 * Formats the text of a money field after a keystroke: groups the digits and truncates extra decimals. `before` is the
 * previous text, as this function formatted it. Text for which `hasCents` is true stays unchanged.
 */
export function formatTypedAmount(text: string, currency: string, language: Language, before = ""): string {
  const decimals = decimalsOf(currency);
  const typed = withoutGrouping(text, isIncomplete(before, decimals) ? "" : before, language);
  if (isIncomplete(typed.text, decimals)) return text;
  const { whole, part } = parseTyped(typed.text, decimals, typed.point);
  return `${groupDigits(whole, language)}${part === null ? "" : `${decimalSeparator(language)}${part}`}`;
}

/**
 * Parses the text of a money field into the smallest unit; null for no amount and for text for which `hasCents` is
 * true.
 */
export function parseTypedAmount(text: string, currency: string): bigint | null {
  if (hasCents(text, currency)) return null;
  const decimals = decimalsOf(currency);
  const { whole, part } = parseTyped(text, decimals, null);
  const digits = `${whole}${(part ?? "").padEnd(decimals, "0")}`;
  return whole === "" && !part ? null : BigInt(digits);
}

/**
 * Whether the text has a separator that is not a thousands separator although the currency has no decimals, such as
 * `5000.00`. Such text is ambiguous.
 */
export function hasCents(text: string, currency: string): boolean {
  return decimalsOf(currency) === 0 && !GROUPED_AMOUNT.test(digitsAndSeparators(text).replace(/[.,]$/, ""));
}

/** Whether a trailing separator is ambiguous: it may start `,000` or `.00`, which the next digits decide. */
function isIncomplete(text: string, decimals: number): boolean {
  const figure = digitsAndSeparators(text);
  return decimals === 0 && (/[.,]$/.test(figure) || !GROUPED_AMOUNT.test(figure));
}

const GROUPED_AMOUNT = /^(\d*|[1-9]\d{0,2}(,\d{3})+|[1-9]\d{0,2}(\.\d{3})+)$/;

/** The digits and separators of an amount, without the period of a currency abbreviation. */
function digitsAndSeparators(text: string): string {
  return (text.match(/[\d.,]+/g) ?? []).filter((part) => /\d/.test(part)).join("");
}

/** The typed text without the thousands separators of the previous text, and the position of its decimal point. */
function withoutGrouping(
  text: string,
  before: string,
  language: Language,
): { readonly text: string; readonly point: number | null } {
  const longest = Math.min(text.length, before.length);
  let prefix_length = 0;
  while (prefix_length < longest && text.charAt(prefix_length) === before.charAt(prefix_length)) prefix_length++;
  let suffix_length = 0;
  while (suffix_length < longest - prefix_length && text.at(-1 - suffix_length) === before.at(-1 - suffix_length))
    suffix_length++;
  const removeSeparators = (segment: string): string => segment.replaceAll(groupSeparator(language), "");
  const [head, tail] = [
    removeSeparators(text.slice(0, prefix_length)),
    removeSeparators(text.slice(text.length - suffix_length)),
  ];
  const start = `${head}${text.slice(prefix_length, text.length - suffix_length)}`;
  const [early, late] = [head.indexOf(decimalSeparator(language)), tail.indexOf(decimalSeparator(language))];
  const point = early >= 0 ? early : late >= 0 ? start.length + late : null;
  return { text: `${start}${tail}`, point };
}

// With up to 3 decimals, 16 digits: as many as the API's maximum, 2^53 − 1 in the smallest unit, has.
const WHOLE_LIMIT = 13;

/** `known_point` is the position of the decimal separator; null if it must be derived. */
function parseTyped(
  text: string,
  decimals: number,
  known_point: number | null,
): { whole: string; part: string | null } {
  const point = known_point ?? Math.max(text.lastIndexOf("."), text.lastIndexOf(","));
  const is_point = decimals > 0 && point >= 0 && (known_point !== null || text.length - point - 1 <= decimals);
  const whole = onlyDigits(is_point ? text.slice(0, point) : text).replace(/^0+(?=\d)/, "");
  const part = is_point ? onlyDigits(text.slice(point + 1)).slice(0, decimals) : null;
  return { whole: whole.slice(0, WHOLE_LIMIT), part };
}

function onlyDigits(text: string): string {
  return text.replace(/\D/g, "");
}

function groupDigits(digits: string, language: Language): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, groupSeparator(language));
}

function groupSeparator(language: Language): string {
  return language === "fr" ? NARROW_SPACE : ",";
}

function decimalSeparator(language: Language): string {
  return language === "fr" ? "," : ".";
}
