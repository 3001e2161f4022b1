import type { Tx } from "#db/tx.ts";
import { ServiceError } from "#kernel/errors.ts";
import type { Scope } from "#kernel/scope.ts";
import { findHealth } from "./health.ts";
import { shown, type WebhookDetails } from "./schema.ts";
import { find } from "./store.ts";

/** A webhook, and how it fares. Throws `not_found`. */
export async function retrieveWebhook(tx: Tx, scope: Scope, id: string): Promise<WebhookDetails> {
  const row = await find(tx, scope, id);
  if (!row) throw new ServiceError("not_found", "Webhook not found");
  const health = await findHealth(tx, scope, id);
  const is_paused = health?.open_until !== null && health?.open_until !== undefined && health.open_until > tx.now;
  return {
    ...shown(row),
    health: {
      state: is_paused ? "paused" : health?.failing_since ? "failing" : "well",
      failing_since: health?.failing_since ?? null,
      paused_until: is_paused ? (health?.open_until ?? null) : null,
    },
  };
}
