import type { Tx } from "#db/tx.ts";
import { ServiceError } from "#kernel/errors.ts";
import type { Person, Scope } from "#kernel/scope.ts";
import { logWebhookChange } from "./audit-log.ts";
import { closeDeliveries } from "./delivery/delivery-store.ts";
import { fanOutAllOf } from "./delivery/fan-out.ts";
import { lock, markDeleted } from "./store.ts";
import { closeSubscription } from "./subscriptions.ts";

/**
 * Deletes a webhook. Nothing more is sent to it; the deliveries so far stay on record. A deletion by a person is
 * recorded in the audit log. Throws `not_found`.
 */
export async function deleteWebhook(tx: Tx, scope: Scope, id: string, by: Person | null): Promise<void> {
  const before = await lock(tx, scope, id);
  if (!before) throw new ServiceError("webhook_not_found", "Webhook not found");
  const position = await fanOutAllOf(tx, scope);
  await markDeleted(tx, scope, before.id);
  await closeSubscription(tx, scope, before.id, position);
  await closeDeliveries(tx, scope, before.id);
  await logWebhookChange(tx, scope, by, { before, after: null });
}
