import { type ExchangeRate, invertRate, multiplyRates, parseExchangeRate } from "#kernel/money.ts";
import type { RateRow } from "./store.ts";

// Fixed by treaty since 1 January 1999 (Council Decision 98/683/EC; 1 euro = 655.957 CFA francs, XAF and XOF alike).
const CFA_PARITY = "655.957";
export const FIXED: readonly Pick<RateRow, "base" | "quote" | "rate">[] = [
  { base: "EUR", quote: "XAF", rate: CFA_PARITY },
  { base: "EUR", quote: "XOF", rate: CFA_PARITY },
];

const PIVOT = "EUR";

/**
 * The exact rate from one currency to another: a stored or fixed one, its inverse, or a cross rate over the euro. Null
 * if no stored rate leads there. Fixed parities cannot be overridden.
 */
export function rateBetween(
  from: string,
  to: string,
  rows: readonly Pick<RateRow, "base" | "quote" | "rate">[],
): ExchangeRate | null {
  if (from === to) return parseExchangeRate("1");
  const all_rates = [...FIXED, ...rows];
  const direct = directRate(from, to, all_rates);
  if (direct) return direct;
  const first = directRate(from, PIVOT, all_rates);
  const second = directRate(PIVOT, to, all_rates);
  return first && second ? multiplyRates(first, second) : null;
}

function directRate(
  from: string,
  to: string,
  rows: readonly Pick<RateRow, "base" | "quote" | "rate">[],
): ExchangeRate | null {
  const direct_row = rows.find((row) => row.base === from && row.quote === to);
  if (direct_row) return parseExchangeRate(direct_row.rate);
  const inverse_row = rows.find((row) => row.base === to && row.quote === from);
  const inverse_rate = inverse_row ? parseExchangeRate(inverse_row.rate) : null;
  return inverse_rate && invertRate(inverse_rate);
}
