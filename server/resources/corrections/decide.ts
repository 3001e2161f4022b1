import type { Tx } from "#db/tx.ts";
import { invalid, ServiceError } from "#kernel/errors.ts";
import { noteErrors, throwFieldErrors } from "#kernel/notes.ts";
import { book, recordDecision } from "./book.ts";
import { type CorrectionRow, REASON_MAX } from "./schema.ts";
import { close, lock } from "./store.ts";

/**
 * Approves a proposed correction as the second platform operator, and books it. Throws `not_found`; `invalid` if no
 * approval is pending; `forbidden` for its proposer; and the errors of `book`.
 */
export async function approveCorrection(tx: Tx, id: string, actor: string): Promise<CorrectionRow> {
  const row = await lockProposed(tx, id);
  if (row.requested_by === actor)
    throw new ServiceError("own_order", "You proposed this correction: a second person must decide");
  return book(tx, row, actor, "correction.approved");
}

/**
 * Rejects a proposed correction: nothing is booked, and a new reversal of its entry can be proposed. The proposer may
 * reject it as well.
 */
export async function rejectCorrection(tx: Tx, id: string, actor: string, reason: string): Promise<CorrectionRow> {
  const row = await lockProposed(tx, id);
  throwFieldErrors(noteErrors("reason", reason, { characters_max: REASON_MAX }));
  const rejected = await close(tx, row, { actor, advanced: 0n, rejection: reason.trim() });
  await recordDecision(tx, "correction.rejected", rejected, actor);
  return rejected;
}

async function lockProposed(tx: Tx, id: string): Promise<CorrectionRow> {
  const row = await lock(tx, id);
  if (!row) throw new ServiceError("correction_not_found", `There is no correction ${id}`);
  if (row.state !== "proposed")
    throw invalid("id", "already_resolved", `It was resolved by ${row.decided_by}: ${row.state}`, {
      by: String(row.decided_by),
      resolution: row.state,
    });
  return row;
}
