import type { Tx } from "#db/tx.ts";
import { newId } from "#kernel/ids.ts";
import { sumExpectedCharges } from "#resources/charges/book.ts";
import {
  type AccountCurrency,
  type BalanceCheck,
  insertCheck,
  insertDrift,
  type LedgerTotals,
  lastCheck,
  listOpenOrders,
  sumLedgerTotals,
} from "./balance-check-store.ts";

/** A provider account's balance, the ledger's balance, and the drift between them since the last comparison. */
export interface Comparison extends BalanceCheck {
  /** Positive: the provider has more than the ledger. Null for the first comparison. */
  readonly drift: bigint | null;
}

/** Reads the ledger's totals. Call it before querying the provider's balance. */
export function readLedgerTotals(tx: Tx, of: AccountCurrency): Promise<LedgerTotals> {
  return sumLedgerTotals(tx, of);
}

/**
 * Stores the provider's balance beside the ledger's, and records a drift for a person to explain. A drift raises an
 * alarm but books nothing; a deposit or withdrawal outside of Kolo also causes one. The comparison tolerates amounts
 * that may have moved during the query: open orders, and orders that ended since `before`.
 */
export async function compareBalance(
  tx: Tx,
  of: AccountCurrency,
  provider_balance: bigint,
  before: LedgerTotals,
): Promise<Comparison> {
  const last = await lastCheck(tx, of.provider_account, of.currency);
  const now = await sumLedgerTotals(tx, of);
  const open_charges = await sumExpectedCharges(tx, await listOpenOrders(tx, of));
  const check: BalanceCheck = {
    provider_account: of.provider_account,
    currency: of.currency,
    checked_at: tx.now,
    provider_balance,
    book_balance: before.came_in - before.went_out,
    open_in: now.open_in + atLeastZero(now.came_in - before.came_in),
    open_out: now.open_out + open_charges + atLeastZero(now.went_out - before.went_out),
  };
  await insertCheck(tx, check);
  const corrected = last && { ...last, book_balance: last.book_balance - before.late_charges };
  const drift = corrected === null ? null : driftBetween(corrected, check);
  if (last !== null && drift !== null && drift !== 0n) {
    const { provider_account, currency } = of;
    const id = newId("dft", tx.now);
    await insertDrift(tx, { id, provider_account, currency, since: last.checked_at, found_at: tx.now, drift });
  }
  return { ...check, drift };
}

type BalanceSnapshot = Pick<BalanceCheck, "provider_balance" | "book_balance" | "open_in" | "open_out">;

/**
 * Returns the change of the difference between the provider's balance and the ledger that open amounts cannot explain.
 * Each snapshot gives a range of possible differences: from all open amounts moved to none moved. A permanent
 * difference, such as a float from before Kolo, is in both ranges and causes no drift.
 */
export function driftBetween(before: BalanceSnapshot, now: BalanceSnapshot): bigint {
  const [earlier, later] = [rangeOf(before), rangeOf(now)];
  if (later.least > earlier.most) return later.least - earlier.most;
  if (later.most < earlier.least) return later.most - earlier.least;
  return 0n;
}

function rangeOf({ provider_balance, book_balance, open_in, open_out }: BalanceSnapshot) {
  const gap = provider_balance - book_balance;
  return { least: gap - open_in, most: gap + open_out };
}

function atLeastZero(amount: bigint): bigint {
  return amount < 0n ? 0n : amount;
}
