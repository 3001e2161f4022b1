import type { Tx } from "#db/tx.ts";
import { invalid } from "#kernel/errors.ts";
import type { Scope } from "#kernel/scope.ts";
import { listBalances } from "#ledger/ledger.ts";
import { BALANCE_AFTER_TOP_UP_MAX } from "./add-funds.ts";

/** The highest debt of a merchant, in the smallest unit of the currency. */
export const DEBT_MAX = BALANCE_AFTER_TOP_UP_MAX;

/** Throws `invalid` if this amount would raise the merchant's debt above `DEBT_MAX`. */
export async function requireDebtWithinMaximum(
  tx: Tx,
  scope: Scope & { readonly currency: string },
  added: bigint,
): Promise<void> {
  const { currency } = scope;
  const owed = (await listBalances(tx, scope)).find((one) => one.currency === currency)?.debt ?? 0n;
  if (owed + added <= DEBT_MAX) return;
  throw invalid("amount", "too_large", `A merchant may owe ${DEBT_MAX} ${currency} at most`, {
    maximum: Number(DEBT_MAX),
  });
}
