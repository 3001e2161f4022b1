import type { Tx } from "#db/tx.ts";
import { ServiceError } from "#kernel/errors.ts";
import type { Person, Scope } from "#kernel/scope.ts";
import { logWebhookChange } from "./audit-log.ts";
import { checkTarget } from "./create.ts";
import { expediteDeliveries, setInOrder } from "./delivery/delivery-store.ts";
import { deleteHealth } from "./delivery/endpoint-health.ts";
import { DELIVERIES, fanOutAllOf } from "./delivery/fan-out.ts";
import type { WebhookChanges, WebhookRow } from "./schema.ts";
import { lock, update } from "./store.ts";
import { closeSubscription, openSubscription } from "./subscriptions.ts";
import type { SsrfGuard } from "./transport/guard.ts";

/**
 * Changes the given fields. Switching a webhook off holds its deliveries; switching it on makes them due. Earlier
 * events are delivered under the old settings. A change by a person is recorded in the audit log. Throws `not_found`,
 * and `invalid` for a target that the SSRF guard refuses.
 */
export async function updateWebhook(
  tx: Tx,
  scope: Scope,
  id: string,
  changes: WebhookChanges,
  guard: SsrfGuard,
  by: Person | null,
): Promise<WebhookRow> {
  const before = await lock(tx, scope, id);
  if (!before) throw new ServiceError("webhook_not_found", "Webhook not found");
  if (changes.url !== undefined) checkTarget(guard, changes.url, scope);
  const position = await fanOutAllOf(tx, scope);
  const active = changes.active ?? before.active;
  const row = await update(tx, scope, before.id, {
    url: changes.url ?? before.url,
    events: changes.events ? [...new Set(changes.events)] : before.events,
    description: changes.description ?? before.description,
    active,
    in_order: changes.in_order ?? before.in_order,
    rate_limit: changes.rate_limit === undefined ? before.rate_limit : changes.rate_limit || null,
    concurrency: changes.concurrency === undefined ? before.concurrency : changes.concurrency || null,
    disabled_reason: active ? null : before.disabled_reason,
    disabled_at: active ? null : before.disabled_at,
  });
  await closeSubscription(tx, scope, row.id, position);
  if (row.active) await openSubscription(tx, scope, row.id, position, row.events);
  if (before.in_order !== row.in_order) await setInOrder(tx, scope, row.id, row.in_order);
  // After a new target, or a switch on or off, the recorded health no longer applies.
  const is_health_outdated = before.active !== row.active || before.url !== row.url;
  if (is_health_outdated) {
    const { merchant, environment } = scope;
    await deleteHealth(tx, [{ merchant, environment, webhook: row.id }]);
    if (row.active) await expediteDeliveries(tx, scope, row.id);
  }
  await logWebhookChange(tx, scope, by, { before, after: row });
  tx.wake(DELIVERIES, [row.id]);
  return row;
}
