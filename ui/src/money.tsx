import { formatMoney } from "./format-money.ts";
import { useLanguage } from "./language.tsx";

/** An amount in the smallest unit, with its currency, as the reader's language writes it; never broken over lines. */
export function Money({ amount, currency }: { readonly amount: bigint; readonly currency: string }) {
  return <span className="money">{formatMoney(amount, currency, useLanguage().language)}</span>;
}
