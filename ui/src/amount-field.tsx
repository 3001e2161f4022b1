import { Field } from "./field.tsx";
import { decimalsOf, formatTypedAmount, hasCents, nameOf } from "./format-money.ts";
import { useLanguage, useTexts } from "./language.tsx";

const TEXTS = {
  en: { no_cents: (currency: string) => `There are no cents in ${currency}: enter a whole amount` },
  fr: { no_cents: (currency: string) => `Il n’y a pas de centimes en ${currency}\u00a0: saisissez un montant entier` },
};

interface AmountFieldProps {
  readonly label: string;
  readonly help?: string | undefined;
  readonly error?: string | null | undefined;
  readonly id?: string;
  readonly name: string;
  readonly currency: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
}

/**
 * A sum, grouped as it is typed, beside its currency. Cents of a currency that has none are not guessed at: they stay, and
 * the field says that there are none.
 */
export function AmountField({ currency, value, error, ...rest }: AmountFieldProps) {
  const { no_cents } = useTexts(TEXTS);
  const { language } = useLanguage();
  const name = nameOf(currency, language);
  const has_cents = hasCents(value, currency);
  return (
    <Field
      {...rest}
      inputMode={decimalsOf(currency) === 0 ? "numeric" : "decimal"}
      {...(language === "fr" ? { after: name } : { before: name })}
      error={has_cents ? no_cents(name) : error}
      is_told_at_once={has_cents}
      value={formatTypedAmount(value, currency, language)}
      format={(text, before) => formatTypedAmount(text, currency, language, before)}
    />
  );
}
