import type { Tx } from "#db/tx.ts";
import type { Scope } from "#kernel/scope.ts";
import type { KeptAttempt } from "./attempts.ts";
import { listBySubject } from "./store.ts";
import { listVisits, type VisitRow } from "./visit-store.ts";

export type { VisitRow } from "./visit-store.ts";

/** A subject's attempts, and every provider call about them, in order. */
export async function historyOf(
  tx: Tx,
  scope: Scope,
  subject: string,
): Promise<{ readonly attempts: readonly KeptAttempt[]; readonly visits: readonly VisitRow[] }> {
  const attempts = await listBySubject(tx, scope, subject);
  const visits = await listVisits(
    tx,
    scope,
    attempts.map((attempt) => attempt.id),
  );
  return { attempts, visits };
}
