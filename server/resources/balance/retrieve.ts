import type { Tx } from "#db/tx.ts";
import { assert, invalid } from "#kernel/errors.ts";
import { isCurrency } from "#kernel/money.ts";
import type { Scope } from "#kernel/scope.ts";
import { type Balance, listBalances } from "#ledger/ledger.ts";
import { find } from "#resources/merchants/store.ts";
import { sumProcessing } from "#resources/payments/store.ts";
import type { BalanceView } from "./schema.ts";

/** Returns the balance in `currency` (by default the merchant's own), and that in every currency. Throws `invalid`. */
export async function retrieveBalances(
  tx: Tx,
  scope: Scope,
  currency: string | null,
): Promise<{ requested: BalanceView; all: readonly BalanceView[] }> {
  if (currency !== null && !isCurrency(currency))
    throw invalid("currency", "unknown_currency", `Kolo does not know the currency ${currency}`, { currency });
  const [merchant, rows, incoming] = await Promise.all([
    find(tx, scope.merchant),
    listBalances(tx, scope),
    sumProcessing(tx, scope),
  ]);
  assert(merchant, "a key belongs to a merchant");
  const requested_currency = currency ?? merchant.currency;
  const empty: Balance = { currency: requested_currency, available: 0n, reserved: 0n, debt: 0n, escrow: 0n };
  const pending = (currency: string): bigint => incoming.find((sum) => sum.currency === currency)?.amount ?? 0n;
  const presentBalance = ({ currency, available, reserved, debt, escrow }: Balance): BalanceView => ({
    ...{ currency, available, pending: pending(currency), reserved, total: available + reserved },
    ...(debt > 0n ? { debt } : {}),
    ...(escrow > 0n ? { escrow } : {}),
    environment: scope.environment,
  });
  const all = rows.map(presentBalance);
  return { requested: all.find((one) => one.currency === requested_currency) ?? presentBalance(empty), all };
}
