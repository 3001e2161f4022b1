import type { Tx } from "#db/tx.ts";
import { newId } from "#kernel/ids.ts";
import type { Attempt, Doubt } from "#providers/attempts.ts";
import type { ReviewRow } from "./schema.ts";
import { closeAnswered, closeOthers, insertNew } from "./store.ts";

/**
 * Puts attempts only a person can decide about into the queue. Moves nothing. One whose outcome is open waits there once:
 * what is in doubt about it now takes the place of what was before.
 */
export async function raiseDoubts(tx: Tx, doubts: readonly Doubt[]): Promise<void> {
  const open = doubts.filter(({ attempt }) => attempt.ended_at === null);
  await closeOthers(
    tx,
    open.map(({ attempt: { merchant, environment, id }, kind }) => ({ merchant, environment, attempt: id, kind })),
  );
  await insertNew(
    tx,
    doubts.map(
      ({ attempt, kind, said }): ReviewRow => ({
        ...{ merchant: attempt.merchant, environment: attempt.environment, id: newId("rvw", tx.now) },
        ...{ attempt: attempt.id, subject: attempt.subject, kind, said, state: "open", opened_at: tx.now },
        ...{ proposed: null, proposed_by: null, resolution: null, note: null, resolved_by: null, resolved_at: null },
      }),
    ),
  );
}

/** What was in the queue has ended by the provider's own word. */
export async function endDoubts(tx: Tx, attempts: readonly Attempt[]): Promise<void> {
  await closeAnswered(
    tx,
    attempts.map(({ merchant, environment, id }) => ({ merchant, environment, attempt: id })),
  );
}
