import { formatMoney, type Language } from "@kolo/ui/format-money.ts";
import { FRENCH } from "./french.ts";
import { FRENCH_FILES } from "./french-files.ts";
import { FRENCH_REASONS } from "./french-reasons.ts";

const KNOWN = [...FRENCH_FILES, ...FRENCH, ...FRENCH_REASONS];

// The service's text addresses developers and names the channel; a form's user only needs the amount limits.
const LIMITS = /^The channel \S+ takes amounts from (\d+) to (\d+ ([A-Z]{3}))$/;

// An amount in the service's messages: in the smallest unit, followed by its currency.
const SUM = /(?<![(\w])(\d+) ([A-Z]{3})\b/g;

/**
 * Translates the service's English message to the reader's language, and formats its amounts. A message without a translation
 * stays English.
 */
export function said(text: string, language: Language): string {
  const plain = text.replace(LIMITS, "Enter an amount from $1 $3 to $2");
  return (language === "fr" ? inFrench(plain) : plain).replace(SUM, (_, digits: string, currency: string) =>
    formatMoney(BigInt(digits), currency, language),
  );
}

function inFrench(text: string): string {
  for (const [pattern, words] of KNOWN) {
    if (pattern.test(text)) return text.replace(pattern, words);
  }
  return text;
}
