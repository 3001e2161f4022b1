import { formatMoney } from "./format-money.ts";
import { useLanguage } from "./language.tsx";

/** An amount in the smallest unit, with its currency, in the format of the reader's language, without line breaks. */
export function Money({ amount, currency }: { readonly amount: bigint; readonly currency: string }) {
  return <span className="money">{formatMoney(amount, currency, useLanguage().language)}</span>;
}
