import type { Tx } from "#db/tx.ts";
import { findEvent } from "#events/events.ts";
import { assert, ServiceError } from "#kernel/errors.ts";
import type { Scope } from "#kernel/scope.ts";
import type { Instant } from "#kernel/time.ts";
import type { WebhookRow } from "#resources/webhooks/schema.ts";
import { find as findWebhook, lock } from "#resources/webhooks/store.ts";
import { presentDelivery } from "./present.ts";
import { ATTEMPTS_SHOWN_MAX, type Delivery, type DeliveryDetails, type DeliveryState } from "./schema.ts";
import { type DeliveryRow, find, list, listAttempts } from "./store.ts";

/** The filter of a list of deliveries. */
export interface DeliveryQuery {
  readonly state: DeliveryState | null;
  readonly type: string | null;
  readonly resource: string | null;
  readonly from: Instant | null;
  readonly until: Instant | null;
}

/** A page of a webhook's deliveries, the newest first. Throws `not_found`. */
export async function listDeliveries(
  tx: Tx,
  scope: Scope,
  webhook_id: string,
  { state, ...conditions }: DeliveryQuery,
  page: { limit: number; offset: number },
): Promise<{ readonly items: readonly Delivery[]; readonly totals: number }> {
  const webhook = await requireWebhook(tx, scope, webhook_id);
  const open_state = webhook.active ? "pending" : "held";
  const filter = {
    ...conditions,
    open: state === null || state === open_state,
    ended: (["delivered", "exhausted"] as const).filter((ended) => state === null || state === ended),
  };
  const { rows, totals } = await list(tx, scope, webhook.id, filter, page);
  return { items: rows.map((row) => presentDelivery(row, webhook.active)), totals };
}

/** One delivery with its body and its newest attempts. Throws `not_found`. */
export async function retrieveDelivery(tx: Tx, scope: Scope, webhook_id: string, id: string): Promise<DeliveryDetails> {
  const webhook = await requireWebhook(tx, scope, webhook_id);
  const delivery = await requireDelivery(tx, webhook, id);
  const [event, attempted] = await Promise.all([
    findEvent(tx, scope, delivery.event),
    listAttempts(tx, scope, webhook.id, delivery.id, ATTEMPTS_SHOWN_MAX),
  ]);
  assert(event, "a delivery has its event");
  return { ...presentDelivery(delivery, webhook.active), body: event.body, attempted: [...attempted] };
}

/** Returns the webhook. Throws `not_found`. */
async function requireWebhook(tx: Tx, scope: Scope, webhook_id: string): Promise<WebhookRow> {
  const webhook = await findWebhook(tx, scope, webhook_id);
  if (!webhook) throw new ServiceError("webhook_not_found", "Webhook not found");
  return webhook;
}

/**
 * Returns the webhook and locks it: changes, deletion and manual retries wait until this transaction ends. Throws
 * `not_found`.
 */
export async function lockWebhook(tx: Tx, scope: Scope, webhook_id: string): Promise<WebhookRow> {
  const webhook = await lock(tx, scope, webhook_id);
  if (!webhook) throw new ServiceError("webhook_not_found", "Webhook not found");
  return webhook;
}

/** Returns a delivery of this webhook. Throws `not_found`. */
export async function requireDelivery(tx: Tx, webhook: WebhookRow, id: string): Promise<DeliveryRow> {
  const delivery = await find(tx, webhook, webhook.id, id);
  if (!delivery) throw new ServiceError("delivery_not_found", "Delivery not found");
  return delivery;
}
