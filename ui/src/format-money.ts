export const LANGUAGES = ["en", "fr"] as const;

export type Language = (typeof LANGUAGES)[number];

// ISO 4217: the currencies whose smallest unit is not a hundredth.
const NO_DECIMALS = "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF".split(" ");
const THREE_DECIMALS = "BHD IQD JOD KWD LYD OMR TND".split(" ");

// What francs are called where they are spent.
const FRENCH_NAMES = new Map([
  ["XAF", "FCFA"],
  ["XOF", "FCFA"],
  ["EUR", "€"],
]);

// Spaces that no line breaks at: 1 250 000 FCFA stays in one piece.
const NARROW_SPACE = "\u202f";
const SPACE = "\u00a0";

/** How many digits follow the point in this currency. */
export function decimalsOf(currency: string): number {
  if (NO_DECIMALS.includes(currency)) return 0;
  return THREE_DECIMALS.includes(currency) ? 3 : 2;
}

/** `XAF 1,250,000` in English, `1 250 000 FCFA` in French. `amount` is in the smallest unit. */
export function formatMoney(amount: bigint, currency: string, language: Language): string {
  const sum = formatAmount(amount, currency, language);
  return language === "fr" ? `${sum}${SPACE}${nameOf(currency, language)}` : `${currency}${SPACE}${sum}`;
}

/** `FCFA` in French, `XAF` in English. */
export function nameOf(currency: string, language: Language): string {
  return language === "fr" ? (FRENCH_NAMES.get(currency) ?? currency) : currency;
}

/** The figure alone: `1,250,000` or `1 250 000`. */
export function formatAmount(amount: bigint, currency: string, language: Language): string {
  const decimals = decimalsOf(currency);
  const is_negative = amount < 0n;
  const digits = String(is_negative ? -amount : amount).padStart(decimals + 1, "0");
  const whole = grouped(digits.slice(0, digits.length - decimals), language);
  const part = decimals === 0 ? "" : `${pointOf(language)}${digits.slice(-decimals)}`;
  return `${is_negative ? "−" : ""}${whole}${part}`;
}

/**
 * What stands in a field of money after a key: grouped, with no more digits after the point than there are. `before` is
 * what stood there: its signs are our own. What `hasCents` stays as it was typed.
 */
export function formatTypedAmount(text: string, currency: string, language: Language, before = ""): string {
  const decimals = decimalsOf(currency);
  const typed = unwritten(text, isUnsettled(before, decimals) ? "" : before, language);
  if (isUnsettled(typed.text, decimals)) return text;
  const { whole, part } = readTyped(typed.text, decimals, typed.point);
  return `${grouped(whole, language)}${part === null ? "" : `${pointOf(language)}${part}`}`;
}

/** The amount in a field, in the smallest unit; null while there is none, and for what `hasCents`. */
export function readTypedAmount(text: string, currency: string): bigint | null {
  if (hasCents(text, currency)) return null;
  const decimals = decimalsOf(currency);
  const { whole, part } = readTyped(text, decimals, null);
  const digits = `${whole}${(part ?? "").padEnd(decimals, "0")}`;
  return whole === "" && !part ? null : BigInt(digits);
}

/**
 * Whether a sum in a currency without decimals is written with a sign that groups no thousands: `5000.00`. Of what it
 * means nobody knows more than who wrote it.
 */
export function hasCents(text: string, currency: string): boolean {
  return decimalsOf(currency) === 0 && !GROUPED.test(signed(text).replace(/[.,]$/, ""));
}

/** A sign at the end may be the first of `,000` or of `.00`: until that is seen it stays. */
function isUnsettled(text: string, decimals: number): boolean {
  const figure = signed(text);
  return decimals === 0 && (/[.,]$/.test(figure) || !GROUPED.test(figure));
}

const GROUPED = /^(\d*|[1-9]\d{0,2}(,\d{3})+|[1-9]\d{0,2}(\.\d{3})+)$/;

/** The digits of a sum with the signs among them; the point of an abbreviated currency is none of these. */
function signed(text: string): string {
  return (text.match(/[\d.,]+/g) ?? []).filter((part) => /\d/.test(part)).join("");
}

/** What was typed, without our own groupings in what was there before, and where in it our own point stands. */
function unwritten(
  text: string,
  before: string,
  language: Language,
): { readonly text: string; readonly point: number | null } {
  const most = Math.min(text.length, before.length);
  let from = 0;
  while (from < most && text.charAt(from) === before.charAt(from)) from++;
  let behind = 0;
  while (behind < most - from && text.at(-1 - behind) === before.at(-1 - behind)) behind++;
  const plain = (kept: string): string => kept.replaceAll(groupOf(language), "");
  const [head, tail] = [plain(text.slice(0, from)), plain(text.slice(text.length - behind))];
  const start = `${head}${text.slice(from, text.length - behind)}`;
  const [early, late] = [head.indexOf(pointOf(language)), tail.indexOf(pointOf(language))];
  const point = early >= 0 ? early : late >= 0 ? start.length + late : null;
  return { text: `${start}${tail}`, point };
}

// Longer than the most that the interface carries, 2^53 − 1.
const WHOLE_LIMIT = 13;

/** `known` is where the point stands, where that is known. */
function readTyped(text: string, decimals: number, known: number | null): { whole: string; part: string | null } {
  const point = known ?? Math.max(text.lastIndexOf("."), text.lastIndexOf(","));
  const is_point = decimals > 0 && point >= 0 && (known !== null || text.length - point - 1 <= decimals);
  const whole = onlyDigits(is_point ? text.slice(0, point) : text).replace(/^0+(?=\d)/, "");
  const part = is_point ? onlyDigits(text.slice(point + 1)).slice(0, decimals) : null;
  return { whole: whole.slice(0, WHOLE_LIMIT), part };
}

function onlyDigits(text: string): string {
  return text.replace(/\D/g, "");
}

function grouped(digits: string, language: Language): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, groupOf(language));
}

function groupOf(language: Language): string {
  return language === "fr" ? NARROW_SPACE : ",";
}

function pointOf(language: Language): string {
  return language === "fr" ? "," : ".";
}
