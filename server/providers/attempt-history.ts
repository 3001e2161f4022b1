import type { Tx } from "#db/tx.ts";
import type { Scope } from "#kernel/scope.ts";
import type { AttemptDetails } from "./attempts.ts";
import { listBySubject } from "./engine/store.ts";
import { type CallLogRow, listCallLog } from "./io/call-log.ts";

export type { CallLogRow } from "./io/call-log.ts";

/** A subject's attempts, and every provider call about them, in order. */
export async function attemptHistory(
  tx: Tx,
  scope: Scope,
  subject: string,
): Promise<{ readonly attempts: readonly AttemptDetails[]; readonly call_log: readonly CallLogRow[] }> {
  const attempts = await listBySubject(tx, scope, subject);
  const call_log = await listCallLog(
    tx,
    scope,
    attempts.map((attempt) => attempt.id),
  );
  return { attempts, call_log };
}
