import type { Tx } from "#db/tx.ts";
import type { Scope } from "#kernel/scope.ts";
import { recordAuditEntry } from "#resources/audit-log/record.ts";
import type { DuplicateGuard } from "./schema.ts";
import { findGuards, removeGuard, upsertGuard } from "./store.ts";

/** Returns a merchant's guard in one environment; null when it is off. */
export async function readDuplicateGuard(tx: Tx, scope: Scope): Promise<DuplicateGuard> {
  const [guard] = await findGuards(tx, [scope]);
  return guard ? { minutes: guard.minutes } : null;
}

/** Sets the guard for all later transfers; null turns it off. Runs as the engine. */
export async function setDuplicateGuard(tx: Tx, scope: Scope, minutes: number | null, actor: string): Promise<void> {
  const { merchant, environment } = scope;
  const before = await readDuplicateGuard(tx, scope);
  if (minutes === null) await removeGuard(tx, scope);
  else await upsertGuard(tx, { merchant, environment, minutes });
  await recordAuditEntry(tx, {
    ...{ merchant, environment, actor, action: "duplicate_guard.set", subject: null },
    ...{ before, after: minutes === null ? null : { minutes } },
  });
}
