import assert from "node:assert/strict";
import { it } from "node:test";
import { sql } from "#db/tx.ts";
import { MINUTE_MS } from "#kernel/time.ts";
import { startTestWorld } from "#testing/world.ts";
import { claimDeliveries, type DueDelivery, releaseDeliveries } from "./claims.ts";
import { fanOut } from "./fan-out.ts";
import { recordAttempts } from "./record-attempts.ts";

const world = await startTestWorld({ works: false });

async function claimedBy(holder: string): Promise<DueDelivery> {
  const { id } = await world.db.engine((tx) => tx.row<{ id: `whk_${string}` }>(sql`select id from webhooks`));
  const options = {
    ...{ queues: [{ webhook: id, capacity: 9, in_flight: 0 }], bounds: { concurrency: 4, rate: 50 } },
    ...{ shares: [], share: 9, limit: 9 },
  };
  const claimed = await world.db.engine((tx) => claimDeliveries(tx, options, { holder, live_workers: [holder] }));
  assert.equal(claimed.length, 1, `${holder} has it`);
  return claimed[0] ?? assert.fail();
}

async function answered(due: DueDelivery, outcome: "delivered" | "http_error"): Promise<void> {
  const times = { duration_ms: 5, resolved_ms: 1, connected_ms: 1, answered_ms: 3, attempted_at: due.claimed_at };
  const log_fields = { address: "127.0.0.1", response: null, was_due_at: due.due_at, trigger: "schedule" } as const;
  const end = outcome === "delivered" ? ({ status: 200, ends: "delivered" } as const) : { status: 500, ends: null };
  const due_at = outcome === "delivered" ? null : due.claimed_at;
  await world.db.engine((tx) =>
    recordAttempts(tx, [{ ...due, ...times, ...log_fields, ...end, due_at, outcome, due }]),
  );
}

it("a late outcome of an earlier schedule does not count for a reopened delivery", async () => {
  const merchant = await world.merchant();
  const hook = await merchant.post("/webhooks", { url: "http://127.0.0.1:9/", events: ["customer.created"] });
  await merchant.post("/customers", { name: "C", email: "c@example.cm" });
  await world.db.engine((tx) => fanOut(tx, null));
  const path = `/webhooks/${hook.body.data.id}/deliveries`;
  const now = async (id: string) => {
    const { state, attempts } = (await merchant.get(`${path}/${id}`)).body.delivery;
    const [row] = await world.rows("select lease_holder from open_deliveries");
    return [state, attempts, row?.lease_holder ?? null];
  };

  const late = await claimedBy("wrk_a");
  await answered(await claimedBy("wrk_b"), "delivered");
  assert.equal((await merchant.post(`${path}/${late.id}/retry`)).status, 202);
  const again = await claimedBy("wrk_c");
  const in_flight_state = ["pending", 1, "wrk_c"];
  assert.deepEqual(await now(late.id), in_flight_state);
  await world.db.engine((tx) => releaseDeliveries(tx, [late]));
  assert.deepEqual(await now(late.id), in_flight_state, "given back late");
  await answered(late, "http_error");
  assert.deepEqual(await now(late.id), in_flight_state, "failed late");
  await answered(late, "delivered");
  assert.deepEqual(await now(late.id), in_flight_state, "delivered late");

  await answered(again, "http_error");
  assert.deepEqual(await now(late.id), ["pending", 2, null]);
  world.db.advanceClock(MINUTE_MS);
  await answered(await claimedBy("wrk_d"), "delivered");
  assert.deepEqual(await now(late.id), ["delivered", 3, null]);
  await world.assertCleanAudit();
});
