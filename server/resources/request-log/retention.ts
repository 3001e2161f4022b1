import type { Tx } from "#db/tx.ts";
import type { Scope } from "#kernel/scope.ts";
import { DAY_MS, plus } from "#kernel/time.ts";
import { deleteOldest, findNextScope, lockRetention } from "./store.ts";

export const REQUEST_RETENTION_DAYS = 7;
/** The maximum of rows per merchant and environment. */
export const REQUEST_LOG_ROWS_MAX = 50_000;
// Rows per run: a backlog is deleted in many short transactions.
const ROWS_PER_RUN = 2_000;

/**
 * Scheduled job: deletes rows older than `days`, or above `rows` per merchant, in batches per merchant. Returns true if
 * more may be left. Only one process runs it at a time.
 */
export function requestLogRetention(bounds = { days: REQUEST_RETENTION_DAYS, rows: REQUEST_LOG_ROWS_MAX }) {
  let last_scope: Scope | null = null;
  return async (tx: Tx): Promise<boolean> => {
    const scope: Scope | null = (await lockRetention(tx)) ? await findNextScope(tx, last_scope) : null;
    if (scope === null) {
      last_scope = null;
      return false;
    }
    const before = plus(tx.now, -bounds.days * DAY_MS);
    const deleted = await deleteOldest(tx, scope, { before, rows: bounds.rows }, ROWS_PER_RUN);
    if (deleted < ROWS_PER_RUN) last_scope = scope;
    return true;
  };
}
