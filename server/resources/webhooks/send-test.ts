import type { Tx } from "#db/tx.ts";
import { recordEvents } from "#events/events.ts";
import { ServiceError } from "#kernel/errors.ts";
import type { Id } from "#kernel/ids.ts";
import type { Scope } from "#kernel/scope.ts";
import { allowProbe } from "./delivery/endpoint-health.ts";
import { fanOutAllOf } from "./delivery/fan-out.ts";
import { webhookJson } from "./schema.ts";
import { incrementSequence, lock } from "./store.ts";

/**
 * Sends the event `webhook.test` to a webhook, whatever its subscription. The outcome does not count for the webhook's
 * health. Returns the event's id. Throws `not_found`, and `invalid` if the webhook is switched off.
 */
export async function sendTestEvent(tx: Tx, scope: Scope, id: string): Promise<Id<"evt">> {
  const before = await lock(tx, scope, id);
  if (!before) throw new ServiceError("webhook_not_found", "Webhook not found");
  if (!before.active)
    throw new ServiceError("webhook_inactive", "The webhook is switched off: switch it on to test it");
  const webhook = await incrementSequence(tx, scope, before.id);
  const event_fields = { scope, type: "webhook.test", resource: webhook.id, sequence: webhook.sequence } as const;
  const [event] = await recordEvents(tx, [{ ...event_fields, data: webhookJson(webhook) }]);
  if (event === undefined) throw new Error("Broken promise: an event that was recorded has an id");
  await allowProbe(tx, scope, webhook.id);
  await fanOutAllOf(tx, scope);
  return event;
}
