import type { Tx } from "#db/tx.ts";
import { assert, invalid } from "#kernel/errors.ts";
import { isCurrency } from "#kernel/money.ts";
import type { Scope } from "#kernel/scope.ts";
import { type Balance, balances } from "#ledger/ledger.ts";
import { find } from "#resources/merchants/store.ts";
import type { BalanceView } from "./schema.ts";

/** The balance in the currency asked for, or in the merchant's own, and those in every currency. Throws `invalid`. */
export async function retrieveBalances(
  tx: Tx,
  scope: Scope,
  currency: string | null,
): Promise<{ asked: BalanceView; all: readonly BalanceView[] }> {
  if (currency !== null && !isCurrency(currency))
    throw invalid("currency", `Kolo does not know the currency ${currency}`);
  const [merchant, rows] = await Promise.all([find(tx, scope.merchant), balances(tx, scope)]);
  assert(merchant, "a key belongs to a merchant");
  const wanted = currency ?? merchant.currency;
  const empty: Balance = { currency: wanted, available: 0n, reserved: 0n };
  const all = rows.map((row) => view(row, scope));
  return { asked: all.find((one) => one.currency === wanted) ?? view(empty, scope), all };
}

function view({ currency, available, reserved }: Balance, scope: Scope): BalanceView {
  return { currency, available, pending: 0n, reserved, total: available + reserved, environment: scope.environment };
}
