import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from "react";
import { LANGUAGES, type Language } from "./format-money.ts";
import { pickLanguage } from "./pick-language.ts";

const KEPT_AS = "kolo.language";

interface Choice {
  readonly language: Language;
  choose(language: Language): void;
}

const LanguageContext = createContext<Choice>({ language: "en", choose: () => {} });

/** Provides the reader's language and sets the document's `lang`. The device stores a choice. */
export function LanguageProvider({ children }: { readonly children: ReactNode }) {
  const [language, setLanguage] = useState<Language>(() => pickLanguage(navigator.languages, kept()));
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  const choice = useMemo(
    () => ({
      language,
      choose(next: Language) {
        keep(next);
        setLanguage(next);
      },
    }),
    [language],
  );
  return <LanguageContext value={choice}>{children}</LanguageContext>;
}

/** Returns the reader's language and a function that changes it. */
export function useLanguage(): Choice {
  return useContext(LanguageContext);
}

/** Returns the texts in the reader's language. */
export function useTexts<Texts>(texts: Readonly<Record<Language, Texts>>): Texts {
  return texts[useLanguage().language];
}

/** Buttons for the other languages, each labelled in its own language. */
export function LanguageSwitch() {
  const { language, choose } = useLanguage();
  return LANGUAGES.filter((other) => other !== language).map((other) => (
    <button key={other} type="button" className="language-switch" lang={other} onClick={() => choose(other)}>
      {NAMES[other]}
    </button>
  ));
}

const NAMES: Readonly<Record<Language, string>> = { en: "English", fr: "Français" };

// A browser may deny storage; the choice then lasts as long as the page.
function kept(): string | null {
  try {
    return localStorage.getItem(KEPT_AS);
  } catch {
    return null;
  }
}

function keep(language: Language): void {
  try {
    localStorage.setItem(KEPT_AS, language);
  } catch {
    // Storage is unavailable: see above.
  }
}
