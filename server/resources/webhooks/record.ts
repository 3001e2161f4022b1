import type { Tx } from "#db/tx.ts";
import type { DueDelivery } from "./claims.ts";
import { type AttemptRecord, giveTurns, writeAttempts } from "./deliveries.ts";
import { DELIVERIES } from "./fan-out.ts";
import { areUnwell, forgetHealth, type HealthRow, keepHealth, lockHealth } from "./health.ts";
import { healthAfter, type Tally } from "./rules.ts";

type Recorded = AttemptRecord & { readonly due: DueDelivery };

/**
 * Records the outcomes of attempts: the log, the next time or the end of each delivery, the turns of waiting
 * deliveries, and the webhooks' health.
 */
export async function recordAttempts(tx: Tx, records: readonly Recorded[]): Promise<void> {
  // A test, or an event too large to be sent, does not count for health.
  const telling = records.filter(({ due, outcome }) => due.origin !== "test" && outcome !== "body_too_large");
  const groups = Map.groupBy(telling, (record) => record.webhook);
  const keys = [...groups].flatMap(([, [first]]) => (first ? [keyOf(first)] : []));
  const [turns, is_any_unwell] = await Promise.all([writeAttempts(tx, records), areUnwell(tx, keys)]);
  if (turns.length > 0) {
    await giveTurns(tx, turns);
    tx.wake(
      DELIVERIES,
      turns.map((due) => due.webhook),
    );
  }
  // A success does not change the health of a healthy webhook, and most are healthy.
  if (is_any_unwell || telling.some(({ outcome }) => outcome !== "delivered")) await recordHealth(tx, keys, groups);
}

async function recordHealth(
  tx: Tx,
  keys: readonly ReturnType<typeof keyOf>[],
  groups: ReadonlyMap<string, readonly Recorded[]>,
): Promise<void> {
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

function tallyOf(records: readonly Recorded[]): Tally {
  const failed = records.filter(({ outcome }) => outcome !== "delivered");
  return {
    attempts: records.length,
    failures: failed.length,
    first_failures: failed.filter(({ due }) => due.attempts === due.schedule_from).length,
    is_failing: records.at(-1)?.outcome !== "delivered",
  };
}
