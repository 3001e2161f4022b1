import { inScope, sql, type Tx } from "#db/tx.ts";
import type { Scope } from "#kernel/scope.ts";

// SQL of subscriptions: the range of the feed that each webhook receives. The audit compares the deliveries with it.

export async function openSubscription(
  tx: Tx,
  scope: Scope,
  webhook: string,
  after_position: bigint,
  events: readonly string[],
): Promise<void> {
  await tx.run(sql`
    insert into webhook_subscriptions (merchant, environment, webhook, after_position, events)
    values (${scope.merchant}, ${scope.environment}, ${webhook}, ${after_position}, ${events})`);
}

/** Ends the subscription at this position. A subscription that covers no event is deleted. */
export async function closeSubscription(tx: Tx, scope: Scope, webhook: string, to_position: bigint): Promise<void> {
  const current = sql`${inScope(scope)} and webhook = ${webhook} and to_position is null`;
  await tx.run(sql`delete from webhook_subscriptions where ${current} and after_position = ${to_position}`);
  await tx.run(sql`update webhook_subscriptions set to_position = ${to_position} where ${current}`);
}
