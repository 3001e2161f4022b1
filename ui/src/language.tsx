import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from "react";
import { LANGUAGES, type Language } from "./format-money.ts";
import { pickLanguage } from "./pick-language.ts";

const STORAGE_KEY = "kolo.language";

interface LanguageChoice {
  readonly language: Language;
  choose(language: Language): void;
}

const LanguageContext = createContext<LanguageChoice>({ language: "en", choose: () => {} });

/** Provides the reader's language and sets the document's `lang`. The browser's local storage keeps the choice. */
export function LanguageProvider({ children }: { readonly children: ReactNode }) {
  const [language, setLanguage] = useState<Language>(() => pickLanguage(navigator.languages, storedLanguage()));
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  const choice = useMemo(
    () => ({
      language,
      choose(next: Language) {
        storeLanguage(next);
        setLanguage(next);
      },
    }),
    [language],
  );
  return <LanguageContext value={choice}>{children}</LanguageContext>;
}

/** Returns the reader's language and a function that changes it. */
export function useLanguage(): LanguageChoice {
  return useContext(LanguageContext);
}

/** Returns the texts in the reader's language. */
export function useTranslation<Translation>(translations: Readonly<Record<Language, Translation>>): Translation {
  return translations[useLanguage().language];
}

/** Buttons for the other languages, each labelled in its own language. */
export function LanguageSwitch() {
  const { language, choose } = useLanguage();
  return LANGUAGES.filter((other) => other !== language).map((other) => (
    <button key={other} type="button" className="language-switch" lang={other} onClick={() => choose(other)}>
      {LANGUAGE_NAMES[other]}
    </button>
  ));
}

const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: "English", fr: "Français" };

// A browser may deny storage; the choice then lasts as long as the page.
function storedLanguage(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY);
  } catch {
    return null;
  }
}

function storeLanguage(language: Language): void {
  try {
    localStorage.setItem(STORAGE_KEY, language);
  } catch {
    // Storage is unavailable: see above.
  }
}
