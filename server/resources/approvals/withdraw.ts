import type { Tx } from "#db/tx.ts";
import type { Scope } from "#kernel/scope.ts";
import { end, lock } from "./store.ts";

/** Nobody decides about it before this transaction ends. */
export async function lockApproval(tx: Tx, scope: Scope, subject: string): Promise<void> {
  await lock(tx, scope, subject);
}

/** What waited was taken back: there is nothing left to decide. What was decided already stays decided. */
export async function closeApproval(tx: Tx, scope: Scope, subject: string): Promise<void> {
  await end(tx, scope, subject, { state: "canceled", decided_by: null, decided_by_name: null, reason: null });
}
