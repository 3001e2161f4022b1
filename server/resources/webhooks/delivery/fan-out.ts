import type { Tx } from "#db/tx.ts";
import { type PublishedEvent, type PublishResult, publish, publishAllOf } from "#events/events.ts";
import { newId } from "#kernel/ids.ts";
import type { Scope } from "#kernel/scope.ts";
import { notifyOfEvents } from "#resources/notifications/record.ts";
import type { WebhookRow } from "#resources/webhooks/schema.ts";
import { findActive } from "#resources/webhooks/store.ts";
import { insertDeliveries, type NewDelivery } from "./delivery-store.ts";

/** The wake-up channel of new deliveries. The payload lists the webhooks. */
export const DELIVERIES = "deliveries";
// Deliveries per insert. A larger insert could reach the statement timeout on every retry, and block all publishing.
const PER_STATEMENT = 20_000;

/**
 * Publishes events, and inserts their deliveries and their notifications in the same transaction, so that no event is
 * published without them. Each active webhook that is subscribed to the event's type gets a delivery. Returns the
 * position for the next run, and whether more events are waiting.
 */
export async function fanOut(tx: Tx, after: Scope | null): Promise<PublishResult> {
  const turn = await publish(tx, after);
  await createDeliveries(tx, turn.published);
  return turn;
}

/**
 * Publishes all waiting events of one merchant, as `fanOut` does. The merchant's feed stays locked until the
 * transaction ends. Returns the feed's last position.
 */
export async function fanOutAllOf(tx: Tx, scope: Scope): Promise<bigint> {
  const { published, last_position } = await publishAllOf(tx, scope);
  await createDeliveries(tx, published);
  return last_position;
}

async function createDeliveries(tx: Tx, published: readonly PublishedEvent[]): Promise<void> {
  if (published.length === 0) return;
  await notifyOfEvents(tx, published);
  const scopes = [...new Map(published.map((event) => [scopeKey(event), event])).values()];
  const webhooks = Map.groupBy(await findActive(tx, scopes), scopeKey);
  const deliveries = published.flatMap((event): NewDelivery[] =>
    (webhooks.get(scopeKey(event)) ?? [])
      .filter((webhook) => isSubscribed(webhook, event))
      .map((webhook) => ({
        merchant: event.merchant,
        environment: event.environment,
        webhook: webhook.id,
        id: newId("dlv", tx.now),
        event: event.event,
        type: event.type,
        resource: event.resource,
        sequence: event.sequence,
        position: event.position,
        origin: event.type === "webhook.test" ? "test" : "event",
        in_order: webhook.in_order,
      })),
  );
  if (deliveries.length === 0) return;
  for (let first = 0; first < deliveries.length; first += PER_STATEMENT) {
    await insertDeliveries(tx, deliveries.slice(first, first + PER_STATEMENT));
  }
  tx.wake(DELIVERIES, [...new Set(deliveries.map((delivery) => delivery.webhook))]);
}

/** A test event is delivered only to the tested webhook, whatever its subscription. */
function isSubscribed(webhook: WebhookRow, event: PublishedEvent): boolean {
  return event.type === "webhook.test" ? event.resource === webhook.id : webhook.events.includes(event.type);
}

function scopeKey(scope: Scope): string {
  return `${scope.merchant} ${scope.environment}`;
}
