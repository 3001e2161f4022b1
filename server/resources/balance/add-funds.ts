import type { Tx } from "#db/tx.ts";
import { invalid } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { isCurrency } from "#kernel/money.ts";
import type { Scope } from "#kernel/scope.ts";
import { type Balance, fund, listBalances } from "#ledger/ledger.ts";
import { recordAuditEntry } from "#resources/audit-log/record.ts";
import { find } from "#resources/merchants/store.ts";

export interface TopUp {
  readonly scope: Scope;
  readonly currency: string;
  readonly amount: bigint;
  /** The reason for the audit log, such as a top-up's bank reference. */
  readonly note: string | null;
}

/**
 * The highest balance that a top-up may reach: a tenth of an account's maximum (2^53 - 1). The rest is left for
 * incoming payments, which the ledger could not book above the maximum.
 */
export const BALANCE_AFTER_TOP_UP_MAX = 900_000_000_000_000n;

/** Credits money that arrived by other means than a payment. Runs as the engine. Throws `invalid`. */
export async function addFunds(
  tx: Tx,
  { scope, currency, amount, note }: TopUp,
  actor: string,
): Promise<readonly Balance[]> {
  if (!isCurrency(currency))
    throw invalid("currency", "unknown_currency", `Kolo does not know the currency ${currency}`, { currency });
  if (amount <= 0n)
    throw invalid("amount", "too_small", "Enter a whole number of the currency's smallest unit, at least 1", {
      minimum: 1,
    });
  if (!(await find(tx, scope.merchant)))
    throw invalid("merchant", "unknown_merchant", `There is no merchant ${scope.merchant}`);
  const current_balance = (await listBalances(tx, scope)).find((balance) => balance.currency === currency);
  const headroom = BALANCE_AFTER_TOP_UP_MAX - (current_balance?.available ?? 0n) - (current_balance?.reserved ?? 0n);
  if (amount > headroom) {
    throw invalid(
      "amount",
      "top_up_too_large",
      `A balance may come to ${BALANCE_AFTER_TOP_UP_MAX} ${currency} by a top-up: ${amount} is more than is left`,
      { maximum: Number(BALANCE_AFTER_TOP_UP_MAX), currency },
    );
  }
  const subject = newId("fnd", tx.now);
  fund(tx, { ...scope, currency, amount, subject });
  const after = { currency, amount: amount.toString(), note };
  await recordAuditEntry(tx, { ...scope, actor, action: "funds.added", subject, before: null, after });
  return listBalances(tx, scope);
}
