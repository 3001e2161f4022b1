import type { Tx } from "#db/tx.ts";
import type { DueDelivery } from "./claims.ts";
import { type AttemptRecord, giveTurns, writeAttempts } from "./deliveries.ts";
import { DELIVERIES } from "./fan-out.ts";
import { forgetHealth, type HealthRow, keepHealth, lockHealth } from "./health.ts";
import { healthAfter, type Tally } from "./rules.ts";

/**
 * Writes down what came of attempts: the log, the next time or the end of each delivery, the turn of those that waited for
 * it, and how the webhooks fare.
 */
export async function recordAttempts(
  tx: Tx,
  records: readonly (AttemptRecord & { readonly due: DueDelivery })[],
): Promise<void> {
  const turns = await writeAttempts(tx, records);
  if (turns.length > 0) {
    await giveTurns(tx, turns);
    tx.wake(
      DELIVERIES,
      turns.map((due) => due.webhook),
    );
  }
  await recordHealth(tx, records);
}

async function recordHealth(
  tx: Tx,
  records: readonly (AttemptRecord & { readonly due: DueDelivery })[],
): Promise<void> {
  // A test says nothing of how a webhook fares, nor does an event that was never sent.
  const telling = records.filter(({ due, outcome }) => due.origin !== "test" && outcome !== "body_too_large");
  const groups = Map.groupBy(telling, (record) => record.webhook);
  const keys = [...groups].flatMap(([, [first]]) => (first ? [keyOf(first)] : []));
  if (keys.length === 0) return;
  const known = new Map((await lockHealth(tx, keys)).map((row) => [row.webhook, row]));
  const kept: HealthRow[] = [];
  const well: ReturnType<typeof keyOf>[] = [];
  for (const key of keys) {
    const before = known.get(key.webhook) ?? null;
    const health = healthAfter(before, tallyOf(groups.get(key.webhook) ?? []), tx.now);
    if (health) kept.push({ ...key, ...health });
    else if (before) well.push(key);
  }
  if (kept.length > 0) await keepHealth(tx, kept);
  if (well.length > 0) await forgetHealth(tx, well);
}

function keyOf({ merchant, environment, webhook }: AttemptRecord) {
  return { merchant, environment, webhook };
}

function tallyOf(records: readonly (AttemptRecord & { readonly due: DueDelivery })[]): Tally {
  const failed = records.filter(({ outcome }) => outcome !== "delivered");
  return {
    attempts: records.length,
    failures: failed.length,
    first_failures: failed.filter(({ due }) => due.attempts === due.schedule_from).length,
    is_failing: records.at(-1)?.outcome !== "delivered",
  };
}
