import type { Tx } from "#db/tx.ts";
import { ServiceError } from "#kernel/errors.ts";
import type { Person, Scope } from "#kernel/scope.ts";
import { recordPersonAction } from "#resources/audit-log/record.ts";
import { expediteDelivery, reopenDeliveries } from "#resources/webhooks/delivery/delivery-store.ts";
import { allowProbe } from "#resources/webhooks/delivery/endpoint-health.ts";
import { DELIVERIES } from "#resources/webhooks/delivery/fan-out.ts";
import { presentDelivery } from "./present.ts";
import { lockWebhook, requireDelivery } from "./retrieve.ts";
import type { Delivery } from "./schema.ts";
import { find } from "./store.ts";

/**
 * Sends a pending, exhausted or delivered delivery again now. An ended one gets a new schedule. A retry by a person is
 * recorded in the audit log. Throws `not_found`, and `invalid` if the webhook is switched off or the delivery waits for
 * earlier ones.
 */
export async function retryDelivery(
  tx: Tx,
  scope: Scope,
  webhook_id: string,
  id: string,
  by: Person | null,
): Promise<Delivery> {
  const webhook = await lockWebhook(tx, scope, webhook_id);
  const delivery = await requireDelivery(tx, webhook, id);
  if (!webhook.active)
    throw new ServiceError("webhook_inactive", "The webhook is switched off: switch it on, and it is sent");
  if (delivery.ended_as !== null) {
    await reopenDeliveries(tx, scope, webhook.id, [delivery.id], webhook.in_order);
  } else if (!(await expediteDelivery(tx, scope, webhook.id, delivery.id))) {
    throw new ServiceError("delivery_blocked", "This delivery waits for the one before it: retry that one");
  }
  await allowProbe(tx, scope, webhook.id);
  await recordPersonAction(tx, scope, by, {
    ...{ action: "delivery.retried", subject: delivery.id, before: { ended_as: delivery.ended_as } },
    after: { webhook: webhook.id, event: delivery.event },
  });
  tx.wake(DELIVERIES, [webhook.id]);
  const queued = await find(tx, scope, webhook.id, delivery.id);
  return presentDelivery(queued ?? delivery, webhook.active);
}
