import type { Tx } from "#db/tx.ts";
import { ServiceError } from "#kernel/errors.ts";
import type { Scope } from "#kernel/scope.ts";
import { checkTarget } from "./create.ts";
import { holdDeliveries, releaseDeliveries } from "./deliveries.ts";
import { DELIVERIES } from "./fan-out.ts";
import type { Guard } from "./guard.ts";
import type { WebhookChanges, WebhookRow } from "./schema.ts";
import { lock, update } from "./store.ts";

/**
 * Changes what was given, leaves the rest. Switched off, its deliveries are held; switched on, they are due again.
 * Throws `not_found`, `bad_request` for what is no URL, `invalid` for a target the guard refuses.
 */
export async function updateWebhook(
  tx: Tx,
  scope: Scope,
  id: string,
  changes: WebhookChanges,
  guard: Guard,
): Promise<WebhookRow> {
  const before = await lock(tx, scope, id);
  if (!before) throw new ServiceError("not_found", "Webhook not found");
  if (changes.url !== undefined) checkTarget(guard, changes.url, scope);
  const row = await update(tx, scope, before.id, {
    url: changes.url ?? before.url,
    events: changes.events ? [...new Set(changes.events)] : before.events,
    description: changes.description ?? before.description,
    active: changes.active ?? before.active,
  });
  if (before.active && !row.active) await holdDeliveries(tx, scope, row.id);
  if (!before.active && row.active) {
    await releaseDeliveries(tx, scope, row.id);
    tx.wake(DELIVERIES);
  }
  return row;
}
