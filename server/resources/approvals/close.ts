import type { Tx } from "#db/tx.ts";
import type { Scope } from "#kernel/scope.ts";
import { closeIfWaiting, lock } from "./store.ts";

/** Locks the approval, so that nobody can decide it before this transaction ends. */
export async function lockApproval(tx: Tx, scope: Scope, subject: string): Promise<void> {
  await lock(tx, scope, subject);
}

/** Closes an approval whose order was canceled. A decided approval keeps its decision. */
export async function closeApproval(tx: Tx, scope: Scope, subject: string): Promise<void> {
  await closeIfWaiting(tx, scope, subject, {
    state: "canceled",
    decided_by: null,
    decided_by_name: null,
    reason: null,
  });
}
