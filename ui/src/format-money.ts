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

/** What stands in a field of money after a key: grouped, with no more digits after the point than there are. */
export function formatTypedAmount(text: string, currency: string, language: Language): string {
  const { whole, part } = readTyped(text, decimalsOf(currency));
  return `${grouped(whole, language)}${part === null ? "" : `${pointOf(language)}${part}`}`;
}

/** The amount in a field, in the smallest unit; null while there is none. */
export function readTypedAmount(text: string, currency: string): bigint | null {
  const decimals = decimalsOf(currency);
  const { whole, part } = readTyped(text, decimals);
  const digits = `${whole}${(part ?? "").padEnd(decimals, "0")}`;
  return whole === "" && !part ? null : BigInt(digits);
}

// Longer than the most that the interface carries, 2^53 − 1.
const WHOLE_LIMIT = 13;

function readTyped(text: string, decimals: number): { whole: string; part: string | null } {
  // Both signs are groupings where the currency has no decimals: nobody types a tenth of a franc.
  const point = decimals === 0 ? -1 : Math.max(text.lastIndexOf("."), text.lastIndexOf(","));
  const is_point = point >= 0 && text.length - point - 1 <= decimals;
  const whole = onlyDigits(is_point ? text.slice(0, point) : text).replace(/^0+(?=\d)/, "");
  return { whole: whole.slice(0, WHOLE_LIMIT), part: is_point ? onlyDigits(text.slice(point + 1)) : null };
}

function onlyDigits(text: string): string {
  return text.replace(/\D/g, "");
}

function grouped(digits: string, language: Language): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, language === "fr" ? NARROW_SPACE : ",");
}

function pointOf(language: Language): string {
  return language === "fr" ? "," : ".";
}
