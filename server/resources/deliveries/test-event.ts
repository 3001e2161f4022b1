import type { Tx } from "#db/tx.ts";
import { assert } from "#kernel/errors.ts";
import type { Scope } from "#kernel/scope.ts";
import { sendTestEvent } from "#resources/webhooks/send-test.ts";
import { presentDelivery } from "./present.ts";
import type { Delivery } from "./schema.ts";
import { findByEvent } from "./store.ts";

/** Sends a test event to a webhook and returns its delivery. Throws the same errors as `sendTestEvent`. */
export async function sendTestDelivery(tx: Tx, scope: Scope, webhook: string): Promise<Delivery> {
  const event = await sendTestEvent(tx, scope, webhook);
  const row = await findByEvent(tx, scope, webhook, event);
  assert(row, "a test that was published has its delivery");
  return presentDelivery(row, true);
}
