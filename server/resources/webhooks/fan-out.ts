import type { Tx } from "#db/tx.ts";
import { publish } from "#events/events.ts";
import { newId } from "#kernel/ids.ts";
import type { Scope } from "#kernel/scope.ts";
import { insertDeliveries, type NewDelivery } from "./deliveries.ts";
import { findActive } from "./store.ts";

/** The wake on which deliveries are made. */
export const DELIVERIES = "deliveries";

/**
 * Publishes events and makes a delivery of each for every active webhook that wants its type, in one transaction: no
 * event can be published and not delivered. Returns where the next turn begins and whether there is more right now.
 */
export async function fanOut(tx: Tx, after: Scope | null): Promise<{ next: Scope | null; is_full: boolean }> {
  const turn = await publish(tx, after);
  if (turn.published.length === 0) return turn;
  const scopes = [...new Map(turn.published.map((event) => [scopeText(event), event])).values()];
  const webhooks = Map.groupBy(await findActive(tx, scopes), scopeText);
  const deliveries = turn.published.flatMap((event): NewDelivery[] =>
    (webhooks.get(scopeText(event)) ?? [])
      .filter((webhook) => webhook.events.includes(event.type))
      .map((webhook) => ({
        merchant: event.merchant,
        environment: event.environment,
        webhook: webhook.id,
        id: newId("dlv", tx.now),
        event: event.event,
      })),
  );
  if (deliveries.length > 0) {
    await insertDeliveries(tx, deliveries);
    tx.wake(DELIVERIES);
  }
  return turn;
}

function scopeText(scope: Scope): string {
  return `${scope.merchant} ${scope.environment}`;
}
