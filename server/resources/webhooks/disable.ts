import type { Tx } from "#db/tx.ts";
import { recordEvents } from "#events/events.ts";
import type { Scope } from "#kernel/scope.ts";
import { plus } from "#kernel/time.ts";
import { deleteHealth, findFailing, markWarned } from "./delivery/endpoint-health.ts";
import { fanOutAllOf } from "./delivery/fan-out.ts";
import { DISABLE_AFTER_MS, DISABLE_EVENTS, failingAction, WARN_AFTER_MS } from "./rules.ts";
import { type WebhookRow, webhookJson } from "./schema.ts";
import { disable, incrementSequence, lock } from "./store.ts";
import { closeSubscription } from "./subscriptions.ts";

/**
 * Switches a webhook off because its receiver is gone or has failed for days. Its open deliveries are held until it is
 * switched on again. The event `webhook.disabled` goes to the merchant's other webhooks. If `url` is given and no
 * longer the webhook's target, it does nothing: the response came from the old target.
 */
export async function disableWebhook(
  tx: Tx,
  scope: Scope,
  id: string,
  reason: NonNullable<WebhookRow["disabled_reason"]>,
  url?: string,
): Promise<void> {
  const before = await lock(tx, scope, id);
  if (!before?.active || (url !== undefined && url !== before.url)) return;
  const position = await fanOutAllOf(tx, scope);
  await disable(tx, scope, before.id, reason);
  await closeSubscription(tx, scope, before.id, position);
  await deleteHealth(tx, [{ ...scopeOf(before), webhook: before.id }]);
  await recordWebhookEvent(tx, before, "webhook.disabled");
}

// Webhooks per run. The job runs once a minute.
const WEBHOOKS_PER_RUN = 500;

/**
 * Scheduled job: reports webhooks that have failed for a day to their merchants, and disables those that have failed
 * for five days.
 */
export async function handleFailingWebhooks(tx: Tx): Promise<void> {
  const since = {
    warn_before: plus(tx.now, -WARN_AFTER_MS),
    disable_before: plus(tx.now, -DISABLE_AFTER_MS),
    events: DISABLE_EVENTS,
  };
  const failing = await findFailing(tx, since, WEBHOOKS_PER_RUN);
  for (const health of failing) {
    const webhook = await lock(tx, health, health.webhook);
    if (!webhook?.active) {
      // An attempt that ended after the webhook was deleted or switched off wrote this row. Delete it: such rows would
      // use up the limit of every run.
      await deleteHealth(tx, [health]);
      continue;
    }
    const action = failingAction(health, tx.now);
    if (action === "disable") {
      await disableWebhook(tx, health, health.webhook, "failing");
    } else if (action === "warn") {
      await markWarned(tx, health, health.webhook);
      await recordWebhookEvent(tx, webhook, "webhook.failing");
    }
  }
}

function scopeOf({ merchant, environment }: Scope): Scope {
  return { merchant, environment };
}

async function recordWebhookEvent(
  tx: Tx,
  scope: WebhookRow,
  type: "webhook.disabled" | "webhook.failing",
): Promise<void> {
  const webhook = await incrementSequence(tx, scope, scope.id);
  await recordEvents(tx, [
    { scope, type, resource: webhook.id, sequence: webhook.sequence, data: webhookJson(webhook) },
  ]);
}
