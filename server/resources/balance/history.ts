import type { Tx } from "#db/tx.ts";
import { assert, invalid } from "#kernel/errors.ts";
import { isCurrency } from "#kernel/money.ts";
import type { Scope } from "#kernel/scope.ts";
import { listHistory } from "#ledger/ledger.ts";
import { find } from "#resources/merchants/store.ts";
import type { BalanceEntry } from "./schema.ts";

/** Returns the movements of the balance in one currency (by default the merchant's own). Throws `invalid`. */
export async function balanceHistory(
  tx: Tx,
  scope: Scope,
  currency: string | null,
  page: { readonly limit: number; readonly offset: number },
): Promise<{ readonly items: readonly BalanceEntry[]; readonly totals: number }> {
  if (currency !== null && !isCurrency(currency))
    throw invalid("currency", "unknown_currency", `Kolo does not know the currency ${currency}`, { currency });
  const merchant = await find(tx, scope.merchant);
  assert(merchant, "a key belongs to a merchant");
  const { items, totals } = await listHistory(tx, scope, currency ?? merchant.currency, page);
  return {
    totals,
    items: items.map(({ id, is_credit, ...movement }) => ({
      ...movement,
      id: id.toString(),
      direction: is_credit ? ("in" as const) : ("out" as const),
    })),
  };
}
