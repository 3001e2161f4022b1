import type { Tx } from "#db/tx.ts";
import { ServiceError } from "#kernel/errors.ts";
import type { Scope } from "#kernel/scope.ts";
import { listOfBulk } from "#resources/transfers/store.ts";
import type { Bulk, BulkDetails } from "./schema.ts";
import { show, showDetails } from "./show.ts";
import { countByStatus, find, list } from "./store.ts";

/** A bulk with all of its transfers. Throws `not_found`. */
export async function retrieveBulk(tx: Tx, scope: Scope, id: string): Promise<BulkDetails> {
  const [bulk, counts, transfers] = await Promise.all([
    find(tx, scope, id),
    countByStatus(tx, scope, [id]),
    listOfBulk(tx, scope, id),
  ]);
  if (!bulk) throw new ServiceError("not_found", "Bulk transfer not found");
  return showDetails(bulk, counts, transfers);
}

/** A page of bulks, the newest first. */
export async function listBulks(
  tx: Tx,
  scope: Scope,
  page: { readonly limit: number; readonly offset: number },
): Promise<{ readonly items: readonly Bulk[]; readonly totals: number }> {
  const { rows, totals } = await list(tx, scope, page);
  const counts = await countByStatus(
    tx,
    scope,
    rows.map(({ id }) => id),
  );
  return { items: rows.map((row) => show(row, counts)), totals };
}
