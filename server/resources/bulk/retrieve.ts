import type { Tx } from "#db/tx.ts";
import { assert, ServiceError } from "#kernel/errors.ts";
import type { Scope } from "#kernel/scope.ts";
import { find as findApproval, findMany as findApprovals } from "#resources/approvals/store.ts";
import { findReceivers } from "#resources/transfers/receivers.ts";
import { listOfBulk } from "#resources/transfers/store.ts";
import { presentBulk, presentBulkDetails } from "./present.ts";
import type { Bulk, BulkDetails } from "./schema.ts";
import { type BulkFilter, countByStatus, find, list } from "./store.ts";

/** Returns a bulk with all of its transfers, or with the first `limit`. Throws `not_found`. */
export async function retrieveBulk(tx: Tx, scope: Scope, id: string, limit: number | null): Promise<BulkDetails> {
  const [bulk, counts, transfers, approval] = await Promise.all([
    find(tx, scope, id),
    countByStatus(tx, scope, [id]),
    listOfBulk(tx, scope, id, limit),
    findApproval(tx, scope, id),
  ]);
  if (!bulk) throw new ServiceError("bulk_transfer_not_found", "Bulk transfer not found");
  const receivers = await findReceivers(tx, scope, transfers);
  const entries = transfers.map((transfer) => {
    const ordered = receivers.get(transfer.id);
    assert(ordered, "each transfer pays somebody");
    return { ...transfer, ordered };
  });
  return presentBulkDetails(bulk, counts, entries, approval);
}

/** Returns a page of bulks, the newest first. */
export async function listBulks(
  tx: Tx,
  scope: Scope,
  filter: BulkFilter,
  page: { readonly limit: number; readonly offset: number },
): Promise<{ readonly items: readonly Bulk[]; readonly totals: number }> {
  const { rows, totals } = await list(tx, scope, filter, page);
  const ids = rows.map(({ id }) => id);
  const [counts, approvals] = await Promise.all([countByStatus(tx, scope, ids), findApprovals(tx, scope, ids)]);
  const states = new Map(approvals.map(({ subject, state }) => [subject, state]));
  return { items: rows.map((row) => presentBulk(row, counts, states.get(row.id) ?? null)), totals };
}
