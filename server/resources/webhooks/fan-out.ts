import type { Tx } from "#db/tx.ts";
import { type Published, publish, publishAllOf, type Turn } from "#events/events.ts";
import { newId } from "#kernel/ids.ts";
import type { Scope } from "#kernel/scope.ts";
import { insertDeliveries, type NewDelivery } from "./deliveries.ts";
import type { WebhookRow } from "./schema.ts";
import { findActive } from "./store.ts";

/** The wake on which deliveries are made. It says for which webhooks. */
export const DELIVERIES = "deliveries";
// A statement has so much time and no more: one that was stopped for its length would be for ever, and nothing would be published.
const PER_STATEMENT = 20_000;

/**
 * Publishes events and makes a delivery of each for every active webhook that wants its type, in one transaction: no
 * event can be published and not delivered. Returns where the next turn begins and whether there is more right now.
 */
export async function fanOut(tx: Tx, after: Scope | null): Promise<Turn> {
  const turn = await publish(tx, after);
  await makeDeliveries(tx, turn.published);
  return turn;
}

/**
 * The same for all that one merchant has unpublished. Nothing more is published for it until the transaction ends; returns
 * the place where its feed now ends.
 */
export async function fanOutAllOf(tx: Tx, scope: Scope): Promise<bigint> {
  const { published, last_position } = await publishAllOf(tx, scope);
  await makeDeliveries(tx, published);
  return last_position;
}

async function makeDeliveries(tx: Tx, published: readonly Published[]): Promise<void> {
  if (published.length === 0) return;
  const scopes = [...new Map(published.map((event) => [scopeText(event), event])).values()];
  const webhooks = Map.groupBy(await findActive(tx, scopes), scopeText);
  const deliveries = published.flatMap((event): NewDelivery[] =>
    (webhooks.get(scopeText(event)) ?? [])
      .filter((webhook) => isFor(webhook, event))
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

/** A test goes to the webhook it tests, whatever that is subscribed to, and to no other. */
function isFor(webhook: WebhookRow, event: Published): boolean {
  return event.type === "webhook.test" ? event.resource === webhook.id : webhook.events.includes(event.type);
}

function scopeText(scope: Scope): string {
  return `${scope.merchant} ${scope.environment}`;
}
