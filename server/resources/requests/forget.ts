import type { Tx } from "#db/tx.ts";
import type { Scope } from "#kernel/scope.ts";
import { DAY_MS, plus } from "#kernel/time.ts";
import { findNextScope, forgetOldest, lockForgetting } from "./store.ts";

export const REQUESTS_KEPT_DAYS = 7;
/** Of one merchant in one environment. */
export const REQUESTS_KEPT_MAX = 50_000;
// So many at a time: a moment's work also when much has come together.
const FORGOTTEN_MAX = 2_000;

/**
 * A repeated turn: takes away what is older than some days, or more than a merchant's share, merchant by merchant and
 * piece by piece. True while there may be more. One process at a time does it.
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
