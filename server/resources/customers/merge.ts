import type { Tx } from "#db/tx.ts";
import { recordEvents } from "#events/events.ts";
import type { Person, Scope } from "#kernel/scope.ts";
import { recordPersonAction } from "#resources/audit-log/record.ts";
import { type PartiesToMerge, requireMergeable } from "#resources/parties/rules.ts";
import { eventData } from "./present.ts";
import { lockForMerge, markMerged, takeOver } from "./store.ts";

/**
 * Merges a customer into another one, for ever. The id of the merged customer leads to the kept one, which also takes
 * the contacts that it lacks; if either is blocked, the kept one is. The records of both stay as they are. Throws as
 * `requireMergeable` does.
 */
export async function mergeCustomers(tx: Tx, scope: Scope, ids: PartiesToMerge, by: Person): Promise<void> {
  const { kept, merged } = requireMergeable(await lockForMerge(tx, scope, [ids.kept, ids.merged]), ids);
  const alias = await markMerged(tx, scope, merged.id, kept.id);
  const row = await takeOver(tx, scope, kept.id, merged);
  await recordEvents(tx, [
    { scope, type: "customer.deleted", resource: alias.id, sequence: alias.sequence, data: eventData(alias) },
    { scope, type: "customer.updated", resource: row.id, sequence: row.sequence, data: eventData(row) },
  ]);
  await recordPersonAction(tx, scope, by, {
    ...{ action: "customer.merged", subject: row.id },
    before: { id: alias.id, name: alias.name, email: alias.email, phone: alias.phone },
    after: { id: row.id, name: row.name, email: row.email, phone: row.phone },
  });
}
