import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setImmediate } from "node:timers/promises";
import pg from "pg";
import { sql, type Tx } from "#db/tx.ts";
import { recordEvents } from "#events/events.ts";
import { type Id, newId } from "#kernel/ids.ts";
import { startTestWorld, type TestMerchant } from "#testing/world.ts";
import { claimDeliveries, type DueDelivery, findDueWebhooks } from "./claims.ts";
import { insertDeliveries } from "./delivery-store.ts";
import { fanOut } from "./fan-out.ts";
import { recordAttempts } from "./record-attempts.ts";

const world = await startTestWorld({ works: false });

const HOLDER = { holder: "wrk_a", live_workers: ["wrk_a"] };
const QUEUE = 3_000;
const CLAIMED = 100;

async function subscribed(merchant: TestMerchant): Promise<Id<"whk">> {
  const { body } = await merchant.post("/webhooks", { url: "http://127.0.0.1:9/", events: ["customer.created"] });
  return body.data.id;
}

function claim(tx: Tx, webhooks: readonly Id<"whk">[]): Promise<readonly DueDelivery[]> {
  const queues = webhooks.map((webhook) => ({ webhook, capacity: CLAIMED, in_flight: 0 }));
  const bounds = { concurrency: CLAIMED, rate: 1_000 };
  return claimDeliveries(tx, { queues, bounds, shares: [], share: QUEUE, limit: QUEUE }, HOLDER);
}

describe("a claim of deliveries", () => {
  it("returns each delivery with its body and target", async () => {
    const merchants = [await world.merchant(), await world.merchant()];
    const webhooks = await Promise.all(merchants.flatMap((merchant) => [subscribed(merchant), subscribed(merchant)]));
    for (const [index, merchant] of merchants.entries())
      for (const name of ["Awa", "Ebot"])
        await merchant.post("/customers", { name, email: `${name}${index}@example.cm` });
    await world.db.engine((tx) => fanOut(tx, null));
    const events = await world.rows("select merchant, id, body from events where type = 'customer.created'");
    const bodies = new Map(events.map(({ id, body }) => [String(id), String(body)]));
    const claimed = await world.db.engine((tx) => claim(tx, webhooks));
    assert.equal(claimed.length, 8);
    for (const due of claimed) {
      assert.equal(due.body, bodies.get(due.event));
      const event = events.find(({ id }) => id === due.event);
      assert.equal(due.merchant, event?.merchant);
      assert.deepEqual([due.environment, due.url, due.open_window], ["test", "http://127.0.0.1:9/", CLAIMED]);
      assert.match(due.secret, /./);
    }
    const pairs = new Set(claimed.map(({ webhook, event }) => `${webhook} ${event}`));
    assert.equal(pairs.size, 8);
  });

  // The planner uses the statistics of the last analyze; after a burst, those may describe a nearly empty queue.
  for (const index of ["open_deliveries_due", "open_deliveries_pkey", "open_deliveries_by_event"]) {
    it(`is found and recorded by index, also with statistics of a short queue and a vacuumed ${index}`, async () => {
      const merchant = await world.merchant();
      const webhook = await subscribed(merchant);
      await queue(merchant, webhook);
      await world.db.engine((tx) =>
        tx.run(sql`delete from open_deliveries where id < (select max(id) from open_deliveries)`),
      );
      await analyzeQueue(index);
      await queue(merchant, webhook);

      const before = await entriesRead();
      assert.equal(await worked(webhook), CLAIMED);
      const read = (await entriesRead()) - before;
      assert.ok(read < 10 * CLAIMED, `${read} entries of indexes were read for ${CLAIMED} of ${QUEUE} deliveries`);
    });
  }
});

/** Finds, claims and records due deliveries as delivered. Returns their number. */
async function worked(webhook: Id<"whk">): Promise<number> {
  return world.db.engine(async (tx) => {
    await findDueWebhooks(tx, "", 10);
    const claimed = await claim(tx, [webhook]);
    await recordAttempts(tx, claimed.map(delivered));
    return claimed.length;
  });
}

async function queue(merchant: TestMerchant, webhook: Id<"whk">): Promise<void> {
  const scope = { merchant: merchant.id, environment: "test" } as const;
  await world.db.engine(async (tx) => {
    const customers = Array.from({ length: QUEUE }, () => newId("cus", tx.now));
    const events = await recordEvents(
      tx,
      customers.map((resource) => ({ scope, type: "customer.created", resource, sequence: 1, data: "{}" })),
    );
    await insertDeliveries(
      tx,
      customers.map((resource, position) => ({
        ...{ ...scope, webhook, id: newId("dlv", tx.now), event: events[position] ?? newId("evt", tx.now) },
        ...{ type: "customer.created", resource, sequence: 1, position: BigInt(position) },
        ...{ origin: "event", in_order: false },
      })),
    );
  });
}

// A vacuum keeps the rows that another transaction, such as the server's own autovacuum, may still see.
const OTHERS_SQL = `
  select from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and (backend_xmin is not null or backend_xid is not null)`;

/** Simulates an autovacuum that has removed the queue's dead entries from this index only. */
async function analyzeQueue(index: string): Promise<void> {
  const client = new pg.Client({ connectionString: world.database_url });
  await client.connect();
  while ((await client.query(OTHERS_SQL)).rowCount !== 0) await setImmediate();
  await client.query("vacuum analyze open_deliveries");
  await client.query(`reindex index ${index}`);
  await client.end();
}

function delivered(due: DueDelivery) {
  const times = { duration_ms: 5, resolved_ms: 1, connected_ms: 1, answered_ms: 3, attempted_at: due.claimed_at };
  const log_fields = { address: "127.0.0.1", response: null, was_due_at: due.due_at, trigger: "schedule" } as const;
  return {
    ...due,
    ...times,
    ...log_fields,
    outcome: "delivered",
    status: 200,
    ends: "delivered",
    due_at: null,
    due,
  } as const;
}

/**
 * The number of index entries read in `open_deliveries`. A connection reports its reads at most once per second, so
 * flush them first.
 */
async function entriesRead(): Promise<number> {
  await world.db.engine((tx) => tx.rows(sql`select pg_stat_force_next_flush()`));
  const [row] = await world.rows(
    "select sum(idx_tup_read) as entries from pg_stat_user_indexes where relname = 'open_deliveries'",
  );
  return Number(row?.entries);
}
