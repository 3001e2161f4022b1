import { formatMoney, type Language } from "@kolo/ui/format-money.ts";
import { FRENCH_ERRORS } from "./french-errors.ts";
import { FRENCH_FILE_ERRORS } from "./french-file-errors.ts";
import { FRENCH_PROVIDER_CAUSES } from "./french-provider-causes.ts";

const FRENCH_MESSAGES = [...FRENCH_FILE_ERRORS, ...FRENCH_ERRORS, ...FRENCH_PROVIDER_CAUSES];

// The service's text addresses developers and names the channel; a form's user only needs the amount limits.
const LIMITS_MESSAGE = /^The channel \S+ takes amounts from (\d+) to (\d+ ([A-Z]{3}))$/;

// An amount in the service's messages: in the smallest unit, followed by its currency.
const AMOUNT_PATTERN = /(?<![(\w])(\d+) ([A-Z]{3})\b/g;

/**
 * Translates the service's English message to the reader's language, and formats its amounts. A message without a
 * translation stays English.
 */
export function translateServerMessage(text: string, language: Language): string {
  const plain = text.replace(LIMITS_MESSAGE, "Enter an amount from $1 $3 to $2");
  return (language === "fr" ? toFrench(plain) : plain).replace(AMOUNT_PATTERN, (_, digits: string, currency: string) =>
    formatMoney(BigInt(digits), currency, language),
  );
}

function toFrench(text: string): string {
  for (const [pattern, french] of FRENCH_MESSAGES) {
    if (pattern.test(text)) return text.replace(pattern, french);
  }
  return text;
}
