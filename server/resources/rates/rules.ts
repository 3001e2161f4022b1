import { chain, invert, type Rate, rate } from "#kernel/money.ts";
import type { RateRow } from "./store.ts";

// Fixed by treaty since 1 January 1999 (Council Decision 98/683/EC; 1 euro = 655.957 CFA francs, XAF and XOF alike).
const CFA_PARITY = "655.957";
export const FIXED: readonly Pick<RateRow, "base" | "quote" | "rate">[] = [
  { base: "EUR", quote: "XAF", rate: CFA_PARITY },
  { base: "EUR", quote: "XOF", rate: CFA_PARITY },
];

const PIVOT = "EUR";

/**
 * The exact rate from one currency to another: stored or fixed, inverted, or by way of the euro. Null without one. The
 * fixed parities cannot be overridden.
 */
export function rateBetween(
  from: string,
  to: string,
  rows: readonly Pick<RateRow, "base" | "quote" | "rate">[],
): Rate | null {
  if (from === to) return rate("1");
  const known = [...FIXED, ...rows];
  const direct = directRate(from, to, known);
  if (direct) return direct;
  const first = directRate(from, PIVOT, known);
  const second = directRate(PIVOT, to, known);
  return first && second ? chain(first, second) : null;
}

function directRate(from: string, to: string, rows: readonly Pick<RateRow, "base" | "quote" | "rate">[]): Rate | null {
  const straight = rows.find((row) => row.base === from && row.quote === to);
  if (straight) return rate(straight.rate);
  const turned = rows.find((row) => row.base === to && row.quote === from);
  const found = turned ? rate(turned.rate) : null;
  return found && invert(found);
}
