import type { Tx } from "#db/tx.ts";
import type { Scope } from "#kernel/scope.ts";
import { DAY_MS, plus } from "#kernel/time.ts";
import { findNextScope, forgetOldest, lockForgetting } from "./store.ts";

export const REQUESTS_KEPT_DAYS = 7;
/** Per merchant and environment. */
export const REQUESTS_KEPT_MAX = 50_000;
// Rows per run, so that a backlog takes many short transactions.
const FORGOTTEN_MAX = 2_000;

/**
 * A scheduled job: deletes rows older than `days`, or beyond a merchant's `rows`, merchant by merchant in batches.
 * Returns true while there may be more. One process at a time does it.
 */
export function forgetRequests(bounds = { days: REQUESTS_KEPT_DAYS, rows: REQUESTS_KEPT_MAX }) {
  let done: Scope | null = null;
  return async (tx: Tx): Promise<boolean> => {
    const scope: Scope | null = (await lockForgetting(tx)) ? await findNextScope(tx, done) : null;
    if (scope === null) {
      done = null;
      return false;
    }
    const before = plus(tx.now, -bounds.days * DAY_MS);
    const forgotten = await forgetOldest(tx, scope, { before, rows: bounds.rows }, FORGOTTEN_MAX);
    if (forgotten < FORGOTTEN_MAX) done = scope;
    return true;
  };
}
