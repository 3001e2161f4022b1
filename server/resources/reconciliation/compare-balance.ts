import type { Tx } from "#db/tx.ts";
import { newId } from "#kernel/ids.ts";
import {
  type BalanceCheck,
  type Books,
  insertCheck,
  insertDrift,
  lastCheck,
  type Purse,
  sumBooks,
} from "./balances.ts";

/** What an account holds and what our books moved, and by how much the two drifted since they were last compared. */
export interface Comparison extends BalanceCheck {
  /** Above zero: the provider has more than we know of. Null the first time. */
  readonly drift: bigint | null;
}

/** How the books stand, to be read before the provider is asked. */
export function readBooks(tx: Tx, of: Purse): Promise<Books> {
  return sumBooks(tx, of);
}

/**
 * Keeps what the provider says an account holds beside our books, and raises a drift for a person. Floats that were paid
 * in or out outside of Kolo show as drift: it is an alarm, not an entry. What may have moved while it was asked is
 * allowed for: orders that are open, and those that ended since `before`.
 */
export async function compareBalance(tx: Tx, of: Purse, provider_balance: bigint, before: Books): Promise<Comparison> {
  const last = await lastCheck(tx, of.connection, of.currency);
  const now = await sumBooks(tx, of);
  const check: BalanceCheck = {
    connection: of.connection,
    currency: of.currency,
    checked_at: tx.now,
    provider_balance,
    book_balance: before.came_in - before.went_out,
    open_in: now.open_in + atLeastNothing(now.came_in - before.came_in),
    open_out: now.open_out + atLeastNothing(now.went_out - before.went_out),
  };
  await insertCheck(tx, check);
  const drift = last === null ? null : driftBetween(last, check);
  if (last !== null && drift !== null && drift !== 0n) {
    const { connection, currency } = of;
    const id = newId("dft", tx.now);
    await insertDrift(tx, { id, connection, currency, since: last.checked_at, found_at: tx.now, drift });
  }
  return { ...check, drift };
}

type Seen = Pick<BalanceCheck, "provider_balance" | "book_balance" | "open_in" | "open_out">;

/**
 * By how much an account and the books moved apart, less what may be under way at either end. What is kept apart for good
 * (the float that was there before Kolo) lies, each time, between what all of it under way and none of it would mean.
 */
export function driftBetween(before: Seen, now: Seen): bigint {
  const [earlier, later] = [rangeOf(before), rangeOf(now)];
  if (later.least > earlier.most) return later.least - earlier.most;
  if (later.most < earlier.least) return later.most - earlier.least;
  return 0n;
}

function rangeOf({ provider_balance, book_balance, open_in, open_out }: Seen) {
  const apart = provider_balance - book_balance;
  return { least: apart - open_in, most: apart + open_out };
}

function atLeastNothing(amount: bigint): bigint {
  return amount < 0n ? 0n : amount;
}
