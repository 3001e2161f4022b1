import type { Tx } from "#db/tx.ts";
import { newId } from "#kernel/ids.ts";
import {
  type AccountCurrency,
  type BalanceCheck,
  insertCheck,
  insertDrift,
  type LedgerTotals,
  lastCheck,
  sumLedgerTotals,
} from "./balance-check-store.ts";

/** An account's balance and the ledger's, with the drift between them since the last comparison. */
export interface Comparison extends BalanceCheck {
  /** Positive: the provider has more than the ledger. Null the first time. */
  readonly drift: bigint | null;
}

/** Reads the ledger's totals; call it before the provider is queried. */
export function readLedgerTotals(tx: Tx, of: AccountCurrency): Promise<LedgerTotals> {
  return sumLedgerTotals(tx, of);
}

/**
 * Stores the provider's balance beside the ledger's, and raises a drift for a person. Deposits and withdrawals outside
 * of Kolo appear as drift: it is an alarm, not an entry. It tolerates amounts that may have moved during the query:
 * orders that are open, and those that ended since `before`.
 */
export async function compareBalance(
  tx: Tx,
  of: AccountCurrency,
  provider_balance: bigint,
  before: LedgerTotals,
): Promise<Comparison> {
  const last = await lastCheck(tx, of.provider_account, of.currency);
  const now = await sumLedgerTotals(tx, of);
  const check: BalanceCheck = {
    provider_account: of.provider_account,
    currency: of.currency,
    checked_at: tx.now,
    provider_balance,
    book_balance: before.came_in - before.went_out,
    open_in: now.open_in + atLeastZero(now.came_in - before.came_in),
    open_out: now.open_out + atLeastZero(now.went_out - before.went_out),
  };
  await insertCheck(tx, check);
  const drift = last === null ? null : driftBetween(last, check);
  if (last !== null && drift !== null && drift !== 0n) {
    const { provider_account, currency } = of;
    const id = newId("dft", tx.now);
    await insertDrift(tx, { id, provider_account, currency, since: last.checked_at, found_at: tx.now, drift });
  }
  return { ...check, drift };
}

type BalanceSnapshot = Pick<BalanceCheck, "provider_balance" | "book_balance" | "open_in" | "open_out">;

/**
 * The change of the difference between account and ledger, less the open amounts at either end. A permanent difference,
 * such as a float from before Kolo, is within the range at both times. The range extends from all open amounts moved to
 * none moved.
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
