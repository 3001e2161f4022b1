import type { Language } from "@kolo/ui/format-money.ts";
import { FRENCH } from "./french.ts";
import { FRENCH_REASONS } from "./french-reasons.ts";

const KNOWN = [...FRENCH, ...FRENCH_REASONS];

/**
 * What the service says is wrong, in the reader's language. It speaks English; where we have no words of our own, its own
 * are still better than none.
 */
export function said(text: string, language: Language): string {
  if (language !== "fr") return text;
  for (const [pattern, words] of KNOWN) {
    if (pattern.test(text)) return text.replace(pattern, words);
  }
  return text;
}
