import type { Tx } from "#db/tx.ts";
import { invalid } from "#kernel/errors.ts";
import { isCurrency, parseExchangeRate } from "#kernel/money.ts";
import { FIXED } from "./rules.ts";
import { type RateRow, upsert } from "./store.ts";

/** Sets an exchange rate, which is used for displayed conversions only. Runs as the engine. Throws `invalid`. */
export async function setRate(tx: Tx, row: RateRow): Promise<void> {
  for (const field of ["base", "quote"] as const) {
    if (!isCurrency(row[field]))
      throw invalid(field, "unknown_currency", `Kolo does not know the currency ${row[field]}`, {
        currency: row[field],
      });
  }
  if (row.base === row.quote) throw invalid("quote", "rate_of_one_currency", "A rate is between two currencies");
  if (!parseExchangeRate(row.rate))
    throw invalid("rate", "rate_invalid", "Enter a positive decimal number with a point, such as 655.957");
  if (isFixed(row.base, row.quote))
    throw invalid("quote", "parity_fixed", `The parity of ${row.base} and ${row.quote} is fixed`, {
      from: row.base,
      to: row.quote,
    });
  await upsert(tx, row);
}

export function isFixed(base: string, quote: string): boolean {
  return FIXED.some((fixed) => [fixed.base, fixed.quote].includes(base) && [fixed.base, fixed.quote].includes(quote));
}
