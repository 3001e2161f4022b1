import type { Tx } from "#db/tx.ts";
import { ServiceError } from "#kernel/errors.ts";
import type { Scope } from "#kernel/scope.ts";
import type { Instant } from "#kernel/time.ts";
import { findHealth, type WebhookHealthRow } from "./delivery/endpoint-health.ts";
import { presentWebhook, type WebhookDetails } from "./schema.ts";
import { find } from "./store.ts";

/** Returns a webhook with its health. Throws `not_found`. */
export async function retrieveWebhook(tx: Tx, scope: Scope, id: string): Promise<WebhookDetails> {
  const row = await find(tx, scope, id);
  if (!row) throw new ServiceError("webhook_not_found", "Webhook not found");
  return { ...presentWebhook(row), health: presentHealth(await findHealth(tx, scope, id), tx.now) };
}

/** The health of a webhook; a healthy one has no row. */
export function presentHealth(health: WebhookHealthRow | null, now: Instant): WebhookDetails["health"] {
  const is_paused = health?.open_until !== null && health?.open_until !== undefined && health.open_until > now;
  return {
    state: is_paused ? "paused" : health?.failing_since ? "failing" : "well",
    failing_since: health?.failing_since ?? null,
    paused_until: is_paused ? (health?.open_until ?? null) : null,
  };
}
