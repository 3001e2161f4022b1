import type { Tx } from "#db/tx.ts";
import { invalid } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { AMOUNT_MAX, isCurrency } from "#kernel/money.ts";
import type { Scope } from "#kernel/scope.ts";
import { type Balance, balances, fund } from "#ledger/ledger.ts";
import { recordAct } from "#resources/acts/record.ts";
import { find } from "#resources/merchants/store.ts";

export interface Funds {
  readonly scope: Scope;
  readonly currency: string;
  readonly amount: bigint;
  /** Why, for the log: the bank's reference of a top-up. */
  readonly note: string | null;
}

/** Puts money that came in outside of payments on a merchant's balance. Runs as the engine. Throws `invalid`. */
export async function addFunds(
  tx: Tx,
  { scope, currency, amount, note }: Funds,
  actor: string,
): Promise<readonly Balance[]> {
  if (!isCurrency(currency)) throw invalid("currency", `Kolo does not know the currency ${currency}`);
  if (amount <= 0n || amount > AMOUNT_MAX)
    throw invalid("amount", "Enter a whole number of the currency's smallest unit, at least 1");
  if (!(await find(tx, scope.merchant))) throw invalid("merchant", `There is no merchant ${scope.merchant}`);
  const subject = newId("fnd", tx.now);
  fund(tx, { ...scope, currency, amount, subject });
  const after = { currency, amount: amount.toString(), note };
  await recordAct(tx, { ...scope, actor, act: "funds.added", subject, before: null, after });
  return balances(tx, scope);
}
