import type { Tx } from "#db/tx.ts";
import { assert } from "#kernel/errors.ts";
import { DAY_MS, plus } from "#kernel/time.ts";
import { deleteExpired, findWebhookWithExpired, lockRetention, type RetentionCursor } from "./retention-store.ts";

/** Ended deliveries can be replayed for 30 days, so retention must not be shorter. */
export const DELIVERY_RETENTION_MIN_DAYS = 30;
// Deliveries per run: a backlog is deleted in many short transactions.
const BATCH_SIZE = 2_000;

/**
 * Scheduled job: deletes deliveries that ended at least `days` days ago, with their attempts, in batches per webhook.
 * Open deliveries of any age are kept. Returns true if more may be left. Only one process runs it at a time.
 */
export function deleteOldDeliveries(days: number, batch_size = BATCH_SIZE) {
  assert(days >= DELIVERY_RETENTION_MIN_DAYS, "retention keeps deliveries that can be replayed");
  let last: RetentionCursor | null = null;
  let next: RetentionCursor | null = null;
  return async (tx: Tx): Promise<boolean> => {
    if (!(await lockRetention(tx))) return false;
    const before = plus(tx.now, -days * DAY_MS);
    const cursor: RetentionCursor | null = next ?? (await findWebhookWithExpired(tx, last, before));
    last = cursor;
    next = cursor && (await deleteExpired(tx, cursor, before, batch_size));
    return cursor !== null;
  };
}
