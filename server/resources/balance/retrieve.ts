import type { Tx } from "#db/tx.ts";
import { assert, invalid } from "#kernel/errors.ts";
import { isCurrency } from "#kernel/money.ts";
import type { Scope } from "#kernel/scope.ts";
import { type Balance, balances } from "#ledger/ledger.ts";
import { find } from "#resources/merchants/store.ts";
import { sumProcessing } from "#resources/payments/store.ts";
import type { BalanceView } from "./schema.ts";

/** The balance in `currency` (by default the merchant's own), and the balances in every currency. Throws `invalid`. */
export async function retrieveBalances(
  tx: Tx,
  scope: Scope,
  currency: string | null,
): Promise<{ asked: BalanceView; all: readonly BalanceView[] }> {
  if (currency !== null && !isCurrency(currency))
    throw invalid("currency", `Kolo does not know the currency ${currency}`);
  const [merchant, rows, incoming] = await Promise.all([
    find(tx, scope.merchant),
    balances(tx, scope),
    sumProcessing(tx, scope),
  ]);
  assert(merchant, "a key belongs to a merchant");
  const wanted = currency ?? merchant.currency;
  const empty: Balance = { currency: wanted, available: 0n, reserved: 0n };
  const pending = (currency: string): bigint => incoming.find((sum) => sum.currency === currency)?.amount ?? 0n;
  const view = ({ currency, available, reserved }: Balance): BalanceView => ({
    ...{ currency, available, pending: pending(currency), reserved, total: available + reserved },
    environment: scope.environment,
  });
  const all = rows.map(view);
  return { asked: all.find((one) => one.currency === wanted) ?? view(empty), all };
}
