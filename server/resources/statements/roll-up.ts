import { sql, type Tx } from "#db/tx.ts";
import { plus } from "#kernel/time.ts";
import { ENTRY_DELAY_MAX_MS } from "#ledger/ledger.ts";
import { insertSegment, listUnsummed } from "./store.ts";

/** The wake-up channel of the roll-up. Nothing wakes it: a late roll-up makes statements slower, never wrong. */
export const STATEMENT_ROLL_UP = "statement_sums";

// The key of the advisory lock: any number that nothing else in this database locks.
const ROLL_UP_LOCK = 5_657_312;
// The most books that one turn looks at: their newest entries may be too young.
const BOOKS_MAX = 50;
// The entries of a segment: a statement reads the entries of up to three segments one by one, and the sums of the others.
const SEGMENT_ENTRIES = 5_000;

/**
 * Adds up the next segment of a merchant's entries, in one process at a time. Returns true if more may be left. It
 * leaves young entries alone, because a transaction that is still open may book an entry between them.
 */
export async function rollUpStatements(tx: Tx, entries = SEGMENT_ENTRIES): Promise<boolean> {
  const { is_ours } = await tx.row<{ is_ours: boolean }>(
    sql`select pg_try_advisory_xact_lock(${ROLL_UP_LOCK}) as is_ours`,
  );
  if (!is_ours) return false;
  const before = plus(tx.now, -2 * ENTRY_DELAY_MAX_MS);
  for (const books of await listUnsummed(tx, { limit: BOOKS_MAX, entries })) {
    if (await insertSegment(tx, books, { before, entries })) return true;
  }
  return false;
}
