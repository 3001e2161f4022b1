import type { Tx } from "#db/tx.ts";
import { plus } from "#kernel/time.ts";
import { ENTRY_DELAY_MAX_MS } from "#ledger/ledger.ts";
import { insertSegment, listUnsummed, tryRollUpLock } from "./store.ts";

/** The wake-up channel of the roll-up. Nothing wakes it: a late roll-up makes statements slower, never wrong. */
export const STATEMENT_ROLL_UP = "statement_sums";

// The most books that one turn looks at: their newest entries may be too young.
const BOOKS_MAX = 50;
// The entries of a segment. A statement reads the sums of whole segments, and these entries one by one:
// - those of a segment that the start or the end of its period divides, and
// - those after the last segment: up to three times this number, because `listUnsummed` counts movements of `available`
//   and a transfer has one in its three entries, and the entries that are still too young for a segment.
const SEGMENT_ENTRIES = 5_000;

/**
 * Adds up the next segment of a merchant's entries, in one process at a time. Returns true if more may be left. It
 * leaves young entries alone, because a transaction that is still open may book an entry between them.
 */
export async function rollUpStatements(tx: Tx, entries = SEGMENT_ENTRIES): Promise<boolean> {
  if (!(await tryRollUpLock(tx))) return false;
  const before = plus(tx.now, -2 * ENTRY_DELAY_MAX_MS);
  for (const books of await listUnsummed(tx, { limit: BOOKS_MAX, entries })) {
    if (await insertSegment(tx, books, { before, entries })) return true;
  }
  return false;
}
