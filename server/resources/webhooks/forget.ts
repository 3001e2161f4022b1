import type { Tx } from "#db/tx.ts";
import { assert } from "#kernel/errors.ts";
import { DAY_MS, plus } from "#kernel/time.ts";
import { findWithOld, forgetEnded, type Looked, lockForgetting } from "./forgotten.ts";

/** Ended deliveries can be replayed for this long, so retention must not be shorter. */
export const DELIVERIES_KEPT_LEAST_DAYS = 30;
// Deliveries per run, so that a backlog takes many short transactions.
const LOOKED_AT_MAX = 2_000;

/**
 * A scheduled job: deletes deliveries that ended at least `days` days ago, with their attempts, webhook by webhook in
 * batches. Open deliveries stay, whatever their age. Returns true while there may be more. One process at a time does
 * it.
 */
export function forgetDeliveries(days: number, looked_at_max = LOOKED_AT_MAX) {
  assert(days >= DELIVERIES_KEPT_LEAST_DAYS, "what may be sent again is kept");
  let last: Looked | null = null;
  let next: Looked | null = null;
  return async (tx: Tx): Promise<boolean> => {
    if (!(await lockForgetting(tx))) return false;
    const before = plus(tx.now, -days * DAY_MS);
    const looked: Looked | null = next ?? (await findWithOld(tx, last, before));
    last = looked;
    next = looked && (await forgetEnded(tx, looked, before, looked_at_max));
    return looked !== null;
  };
}
