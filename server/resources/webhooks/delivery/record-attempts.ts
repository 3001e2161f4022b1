import type { Tx } from "#db/tx.ts";
import { type AttemptTally, healthAfter } from "#resources/webhooks/rules.ts";
import type { DueDelivery } from "./claims.ts";
import { type AttemptRecord, advanceTurns, writeAttempts } from "./delivery-store.ts";
import { deleteHealth, isAnyUnhealthy, lockHealth, upsertHealth, type WebhookHealthRow } from "./endpoint-health.ts";
import { DELIVERIES } from "./fan-out.ts";

type RecordedAttempt = AttemptRecord & { readonly due: DueDelivery };

/**
 * Records the outcomes of attempts: writes the log, schedules or ends each delivery, makes the next delivery in order
 * due, and updates the webhooks' health.
 */
export async function recordAttempts(tx: Tx, records: readonly RecordedAttempt[]): Promise<void> {
  // Tests, and events too large to send, do not count for the webhook's health.
  const health_relevant = records.filter(({ due, outcome }) => due.origin !== "test" && outcome !== "body_too_large");
  const groups = Map.groupBy(health_relevant, (record) => record.webhook);
  const keys = [...groups].flatMap(([, [first]]) => (first ? [keyOf(first)] : []));
  const [turns, is_any_unhealthy] = await Promise.all([writeAttempts(tx, records), isAnyUnhealthy(tx, keys)]);
  if (turns.length > 0) {
    await advanceTurns(tx, turns);
    tx.wake(
      DELIVERIES,
      turns.map((due) => due.webhook),
    );
  }
  // Skip the health update if all webhooks are healthy and all attempts succeeded, as in most batches.
  if (is_any_unhealthy || health_relevant.some(({ outcome }) => outcome !== "delivered"))
    await recordHealth(tx, keys, groups);
}

async function recordHealth(
  tx: Tx,
  keys: readonly ReturnType<typeof keyOf>[],
  groups: ReadonlyMap<string, readonly RecordedAttempt[]>,
): Promise<void> {
  const previous = new Map((await lockHealth(tx, keys)).map((row) => [row.webhook, row]));
  const unhealthy: WebhookHealthRow[] = [];
  const healthy: ReturnType<typeof keyOf>[] = [];
  for (const key of keys) {
    const before = previous.get(key.webhook) ?? null;
    const health = healthAfter(before, tallyOf(groups.get(key.webhook) ?? []), tx.now);
    if (health) unhealthy.push({ ...key, ...health });
    else if (before) healthy.push(key);
  }
  if (unhealthy.length > 0) await upsertHealth(tx, unhealthy);
  if (healthy.length > 0) await deleteHealth(tx, healthy);
}

function keyOf({ merchant, environment, webhook }: AttemptRecord) {
  return { merchant, environment, webhook };
}

function tallyOf(records: readonly RecordedAttempt[]): AttemptTally {
  const failed = records.filter(({ outcome }) => outcome !== "delivered");
  return {
    attempts: records.length,
    failures: failed.length,
    first_failures: failed.filter(({ due }) => due.attempts === due.schedule_from).length,
    is_failing: records.at(-1)?.outcome !== "delivered",
  };
}
