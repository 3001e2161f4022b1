import { formatMoney, type Language } from "@kolo/ui/format-money.ts";
import { FRENCH } from "./french.ts";
import { FRENCH_FILES } from "./french-files.ts";
import { FRENCH_REASONS } from "./french-reasons.ts";

const KNOWN = [...FRENCH_FILES, ...FRENCH, ...FRENCH_REASONS];

// For who writes a program the channel has limits; for who fills in a form the amount has.
const LIMITS = /^The channel \S+ takes amounts from (\d+) to (\d+ ([A-Z]{3}))$/;

// A sum as the service writes it: in the smallest unit, with its currency behind it.
const SUM = /(?<![(\w])(\d+) ([A-Z]{3})\b/g;

/**
 * What the service says is wrong, in the reader's language, with sums as they are read. It speaks English; where we have
 * no words of our own, its own are still better than none.
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
