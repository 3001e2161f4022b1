import type { Tx } from "#db/tx.ts";
import { ServiceError } from "#kernel/errors.ts";
import type { Scope } from "#kernel/scope.ts";
import type { Instant } from "#kernel/time.ts";
import type { WebhookRow } from "#resources/webhooks/schema.ts";
import { find as findWebhook } from "#resources/webhooks/store.ts";
import type { Delivery, DeliveryDetails, DeliveryState } from "./schema.ts";
import { show } from "./show.ts";
import { type DeliveryRow, find, findBody, list, listAttempts } from "./store.ts";

/** What deliveries to show. */
export interface Wanted {
  readonly state: DeliveryState | null;
  readonly type: string | null;
  readonly resource: string | null;
  readonly from: Instant | null;
  readonly until: Instant | null;
}

/** A webhook's deliveries, the newest first. Throws `not_found`. */
export async function listDeliveries(
  tx: Tx,
  scope: Scope,
  webhook_id: string,
  { state, ...wanted }: Wanted,
  page: { limit: number; offset: number },
): Promise<{ readonly items: readonly Delivery[]; readonly totals: number }> {
  const webhook = await existing(tx, scope, webhook_id);
  const open_state = webhook.active ? "pending" : "held";
  const filter = {
    ...wanted,
    open: state === null || state === open_state,
    ended: (["delivered", "exhausted"] as const).filter((ended) => state === null || state === ended),
  };
  const { rows, totals } = await list(tx, scope, webhook.id, filter, page);
  return { items: rows.map((row) => show(row, webhook.active)), totals };
}

/** One delivery, what was sent, and every attempt. Throws `not_found`. */
export async function retrieveDelivery(tx: Tx, scope: Scope, webhook_id: string, id: string): Promise<DeliveryDetails> {
  const { webhook, delivery } = await existingDelivery(tx, scope, webhook_id, id);
  const [body, attempted] = await Promise.all([
    findBody(tx, scope, delivery.event),
    listAttempts(tx, scope, webhook.id, delivery.id),
  ]);
  return { ...show(delivery, webhook.active), body, attempted: [...attempted] };
}

/** Throws `not_found`. */
export async function existing(tx: Tx, scope: Scope, webhook_id: string): Promise<WebhookRow> {
  const webhook = await findWebhook(tx, scope, webhook_id);
  if (!webhook) throw new ServiceError("not_found", "Webhook not found");
  return webhook;
}

/** Throws `not_found`. */
export async function existingDelivery(
  tx: Tx,
  scope: Scope,
  webhook_id: string,
  id: string,
): Promise<{ webhook: WebhookRow; delivery: DeliveryRow }> {
  const webhook = await existing(tx, scope, webhook_id);
  const delivery = await find(tx, scope, webhook.id, id);
  if (!delivery) throw new ServiceError("not_found", "Delivery not found");
  return { webhook, delivery };
}
