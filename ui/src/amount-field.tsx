import { Field } from "./field.tsx";
import { currencyName, decimalsOf, formatTypedAmount, hasCents } from "./format-money.ts";
import { useLanguage, useTranslation } from "./language.tsx";

const MESSAGES = {
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
 * A money field that groups digits while the user types. If the currency has no decimals but the text does, the field
 * shows an error and keeps the text: removing the decimals could change the amount.
 */
export function AmountField({ currency, value, error, ...field_props }: AmountFieldProps) {
  const { no_cents } = useTranslation(MESSAGES);
  const { language } = useLanguage();
  const name = currencyName(currency, language);
  const has_cents = hasCents(value, currency);
  return (
    <Field
      {...field_props}
      inputMode={decimalsOf(currency) === 0 ? "numeric" : "decimal"}
      {...(language === "fr" ? { after: name } : { before: name })}
      error={has_cents ? no_cents(name) : error}
      is_announced={has_cents}
      value={formatTypedAmount(value, currency, language)}
      format={(text, before) => formatTypedAmount(text, currency, language, before)}
    />
  );
}
