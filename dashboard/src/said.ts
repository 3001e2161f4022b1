import type { Language } from "@kolo/ui/format-money.ts";
import { FRENCH } from "./french.ts";

/**
 * What the service says is wrong, in the reader's language. It speaks English; where we have no words of our own, its own
 * are still better than none.
 */
export function said(text: string, language: Language): string {
  if (language !== "fr") return text;
  for (const [pattern, words] of FRENCH) {
    if (pattern.test(text)) return text.replace(pattern, words);
  }
  return text;
}
