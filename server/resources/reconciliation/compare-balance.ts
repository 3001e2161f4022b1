import type { Tx } from "#db/tx.ts";
import type { Id } from "#kernel/ids.ts";
import type { Environment } from "#kernel/scope.ts";
import { type BalanceCheck, insertCheck, lastCheck, sumBooked } from "./store.ts";

/** What an account holds and what our books moved, and by how much the two drifted since they were last compared. */
export interface Comparison extends BalanceCheck {
  /** Above zero: the provider has more than we know of. Null the first time. */
  readonly drift: bigint | null;
}

/**
 * Keeps what the provider says an account holds beside our books. Floats that were paid in or out outside of Kolo show as
 * drift: it is an alarm, not an entry.
 */
export async function compareBalance(
  tx: Tx,
  of: { readonly connection: Id<"con">; readonly currency: string; readonly environment: Environment },
  provider_balance: bigint,
): Promise<Comparison> {
  const before = await lastCheck(tx, of.connection, of.currency);
  const book_balance = await sumBooked(tx, of);
  const check = {
    connection: of.connection,
    currency: of.currency,
    checked_at: tx.now,
    provider_balance,
    book_balance,
  };
  await insertCheck(tx, check);
  const drift =
    before === null ? null : provider_balance - before.provider_balance - (book_balance - before.book_balance);
  return { ...check, drift };
}
