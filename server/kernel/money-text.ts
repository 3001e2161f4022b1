import { minorUnitDigits } from "./money.ts";

const LOCALES = { fr: "fr-FR", en: "en-GB" } as const;
const NAMES_IN_FRENCH = new Map([
  ["XAF", "FCFA"],
  ["XOF", "FCFA"],
]);

/** An amount as people read it in a message: `4 000 FCFA` in French, `XAF 4,000` in English. */
export function moneyText(amount: bigint, currency: string, language: "fr" | "en"): string {
  const digits = minorUnitDigits(currency);
  const whole = (amount / 10n ** BigInt(digits)).toLocaleString(LOCALES[language]);
  const rest = digits === 0 ? "" : String(amount % 10n ** BigInt(digits)).padStart(digits, "0");
  const point = language === "fr" ? "," : ".";
  const sum = rest === "" ? whole : `${whole}${point}${rest}`;
  return language === "fr" ? `${sum}\u00a0${NAMES_IN_FRENCH.get(currency) ?? currency}` : `${currency}\u00a0${sum}`;
}
