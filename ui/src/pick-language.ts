import { LANGUAGES, type Language } from "./format-money.ts";

/** Returns the stored choice, else the browser's first supported language, else English. */
export function pickLanguage(browser_languages: readonly string[], stored: string | null): Language {
  const candidates = [stored ?? "", ...browser_languages].map((tag) => tag.slice(0, 2).toLowerCase());
  for (const tag of candidates) {
    const supported = LANGUAGES.find((language) => language === tag);
    if (supported) return supported;
  }
  return "en";
}
