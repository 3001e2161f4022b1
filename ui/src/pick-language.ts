import { LANGUAGES, type Language } from "./format-money.ts";

/** Returns the stored choice, else the browser's first supported language, else English. */
export function pickLanguage(wanted: readonly string[], kept: string | null): Language {
  const asked = [kept ?? "", ...wanted].map((tag) => tag.slice(0, 2).toLowerCase());
  for (const tag of asked) {
    const known = LANGUAGES.find((language) => language === tag);
    if (known) return known;
  }
  return "en";
}
