import type { Tx } from "#db/tx.ts";
import { ServiceError } from "#kernel/errors.ts";
import type { Scope } from "#kernel/scope.ts";
import { holdDeliveries } from "./deliveries.ts";
import { markDeleted } from "./store.ts";

/** Takes a webhook away: nothing more is sent to it; what was sent stays on record. Throws `not_found`. */
export async function deleteWebhook(tx: Tx, scope: Scope, id: string): Promise<void> {
  if (!(await markDeleted(tx, scope, id))) throw new ServiceError("not_found", "Webhook not found");
  await holdDeliveries(tx, scope, id);
}
