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
 * The highest balance that a top-up or a correction may reach: a tenth of an account's maximum (2^53 - 1). The rest is left for
 * incoming payments, which the ledger could not book above the maximum.
 */
export const BALANCE_AFTER_TOP_UP_MAX = 900_000_000_000_000n;

/** Credits money that arrived by other means than a payment. Runs as the engine. Throws `invalid`. */
export async function addFunds(tx: Tx, top_up: TopUp, actor: string): Promise<readonly Balance[]> {
  const { scope, currency, amount, note } = top_up;
  await validateTopUp(tx, top_up);
  const subject = newId("fnd", tx.now);
  fund(tx, { ...scope, currency, amount, subject });
  const after = { currency, amount: amount.toString(), note };
  await recordAuditEntry(tx, { ...scope, actor, action: "funds.added", subject, before: null, after });
  return listBalances(tx, scope);
}

/** Throws `invalid` for a top-up that cannot be booked. */
export async function validateTopUp(tx: Tx, { scope, currency, amount }: TopUp): Promise<void> {
  validateAmount(currency, amount);
  if (!(await find(tx, scope.merchant)))
    throw invalid("merchant", "unknown_merchant", `There is no merchant ${scope.merchant}`);
  await requireHeadroom(tx, scope, currency, amount);
}

/** Throws `invalid` for an unknown currency, and for an amount below 1. */
export function validateAmount(currency: string, amount: bigint): void {
  if (!isCurrency(currency))
    throw invalid("currency", "unknown_currency", `Kolo does not know the currency ${currency}`, { currency });
  if (amount <= 0n)
    throw invalid("amount", "too_small", "Enter a whole number of the currency's smallest unit, at least 1", {
      minimum: 1,
    });
}

/** Throws `invalid` if a credit by a platform operator would leave no room for later payments. */
export async function requireHeadroom(tx: Tx, scope: Scope, currency: string, amount: bigint): Promise<void> {
  const balance = (await listBalances(tx, scope)).find((one) => one.currency === currency);
  const headroom = BALANCE_AFTER_TOP_UP_MAX - (balance?.available ?? 0n) - (balance?.reserved ?? 0n);
  if (amount > headroom) {
    throw invalid(
      "amount",
      "top_up_too_large",
      `A balance may come to ${BALANCE_AFTER_TOP_UP_MAX} ${currency} by a top-up or a correction: ${amount} is more than is left`,
      { maximum: Number(BALANCE_AFTER_TOP_UP_MAX), currency },
    );
  }
}
