import type { Tx } from "#db/tx.ts";
import { invalid } from "#kernel/errors.ts";
import type { Scope } from "#kernel/scope.ts";
import { BALANCE_AFTER_TOP_UP_MAX, validateAmount } from "#resources/balance/add-funds.ts";
import { type CorrectionOrder, proposeOrBook } from "./book.ts";
import type { AdjustmentAccount, CorrectionRow } from "./schema.ts";

export interface Adjustment {
  readonly currency: string;
  /** `in` credits the merchant's balance, `out` debits it. */
  readonly direction: "in" | "out";
  readonly amount: bigint;
  readonly account: AdjustmentAccount;
}

/**
 * Moves money between a merchant's balance and a house account, for a document that belongs to no order. Runs as the
 * engine. Throws `invalid`; `insufficient_funds` if the balance is too small and the rest may not become a debt.
 */
export async function adjustBalance(
  tx: Tx,
  scope: Scope,
  { currency, direction, amount, account }: Adjustment,
  order: CorrectionOrder,
): Promise<CorrectionRow> {
  validateAmount(currency, amount);
  if (amount > BALANCE_AFTER_TOP_UP_MAX)
    throw invalid("amount", "too_large", `Enter ${BALANCE_AFTER_TOP_UP_MAX} at most`, {
      maximum: Number(BALANCE_AFTER_TOP_UP_MAX),
    });
  return proposeOrBook(tx, scope, order, {
    ...{ kind: "adjust", corrects: null, attempt: null, currency, amount },
    ...(direction === "in" ? { debit: account, credit: "available" } : { debit: "available", credit: account }),
  });
}
