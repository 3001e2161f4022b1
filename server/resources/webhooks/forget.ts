import type { Tx } from "#db/tx.ts";
import { assert } from "#kernel/errors.ts";
import { DAY_MS, plus } from "#kernel/time.ts";
import { findWithOld, forgetEnded, type Looked, lockForgetting } from "./forgotten.ts";

/** What has ended less long ago may be sent again, and is kept. */
export const DELIVERIES_KEPT_LEAST_DAYS = 30;
// So many at a time: a moment's work also when much has come together.
const LOOKED_AT_MAX = 2_000;

/**
 * A repeated turn: takes away deliveries that ended so many days ago or earlier, and every attempt at them, webhook by
 * webhook and piece by piece. What is open stays, however old. True while there may be more. One process at a time does it.
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
