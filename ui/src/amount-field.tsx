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
 * A money field that groups digits while the user types. Decimals of a currency without any stay in the text, and the field shows
 * an error: a guess could change the amount.
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
