import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { sql } from "#db/tx.ts";
import { DAY_MS } from "#kernel/time.ts";
import { audit } from "#operator/audit.ts";
import { startWebhookReceiver } from "#testing/webhook-receiver.ts";
import { startTestWorld, type TestMerchant } from "#testing/world.ts";
import { DELIVERY_RETENTION_MIN_DAYS, deleteOldDeliveries } from "./retention.ts";

const world = await startTestWorld();
// Retention deletes rows by age, so the tests create them with the clock this far in the past.
const AGE_MS = 200 * DAY_MS;

async function subscribed(merchant: TestMerchant, url: string, fields: object = {}): Promise<string> {
  const { body, text } = await merchant.post("/webhooks", { url, events: ["customer.created"], ...fields });
  assert.ok(body.data, text);
  return body.data.id;
}

async function recordCustomers(merchant: TestMerchant, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    const { status } = await merchant.post("/customers", { name: `C${time}`, email: `c${time}@example.cm` });
    assert.equal(status, 201);
  }
  await world.waitUntilIdle();
}

async function runRetention(days: number): Promise<void> {
  const turn = deleteOldDeliveries(days, 2);
  while (await world.db.engine(turn));
}

async function attempts(merchant: TestMerchant): Promise<number> {
  const [row] = await world.rows(`select count(*) as n from delivery_attempts where merchant = '${merchant.id}'`);
  return Number(row?.n);
}

async function shown(merchant: TestMerchant, webhook: string) {
  const { body } = await merchant.get(`/webhooks/${webhook}/deliveries`);
  assert.equal(body.totals, body.items.length);
  return body.items.map((item: { state: string; type: string }) => item.state);
}

async function inThePast<Result>(work: () => Promise<Result>): Promise<Result> {
  world.db.advanceClock(-AGE_MS);
  const result = await work();
  world.db.advanceClock(AGE_MS);
  return result;
}

describe("deliveries that ended long ago", () => {
  it("are deleted with their attempts, in batches; lists, counters and the audit stay right", async () => {
    const [merchant, receiver] = [await world.merchant(), await startWebhookReceiver()];
    const [webhook, other] = await inThePast(async () => {
      const webhooks = [await subscribed(merchant, receiver.url), await subscribed(merchant, receiver.url)];
      await recordCustomers(merchant, 5);
      return webhooks;
    });
    assert.ok(webhook && other);
    await recordCustomers(merchant, 2);
    assert.equal(await attempts(merchant), 14);
    const old = (await merchant.get(`/webhooks/${webhook}/deliveries`)).body.items.at(-1).id;
    await runRetention(250);
    assert.equal(await attempts(merchant), 14);
    await runRetention(90);
    assert.equal(await attempts(merchant), 4);
    for (const id of [webhook, other]) assert.deepEqual(await shown(merchant, id), ["delivered", "delivered"]);
    assert.equal((await merchant.get(`/webhooks/${webhook}/deliveries/${old}`)).status, 404);
    assert.equal((await merchant.get("/events?limit=1")).body.totals, 7);
    await world.assertCleanAudit();
  });

  it("stay while they are open, however old, or after a recent retry", async () => {
    const [merchant, receiver] = [await world.merchant(), await startWebhookReceiver()];
    const [held, resent] = await inThePast(async () => {
      const webhooks = [await subscribed(merchant, receiver.url), await subscribed(merchant, receiver.url)];
      await recordCustomers(merchant, 1);
      await merchant.send("PUT", `/webhooks/${webhooks[0]}`, { active: false });
      receiver.onRequest((_request, response) => void response.writeHead(500).end());
      await recordCustomers(merchant, 1);
      await merchant.send("PUT", `/webhooks/${webhooks[1]}`, { active: false });
      return webhooks;
    });
    assert.ok(held && resent);
    const { items } = (await merchant.get(`/webhooks/${resent}/deliveries`)).body;
    receiver.onRequest((_request, response) => void response.writeHead(200).end());
    await merchant.send("PUT", `/webhooks/${resent}`, { active: true });
    await merchant.post(`/webhooks/${resent}/deliveries/${items.at(-1).id}/retry`);
    await world.waitUntilIdle();
    await runRetention(90);
    assert.deepEqual(await shown(merchant, held), []);
    assert.deepEqual(await shown(merchant, resent), ["delivered", "delivered"]);
    await world.assertCleanAudit();
  });

  it("are kept while they can be replayed, and so are their attempts", async () => {
    assert.throws(() => deleteOldDeliveries(DELIVERY_RETENTION_MIN_DAYS - 1), /can be replayed/);
    const [merchant, receiver] = [await world.merchant(), await startWebhookReceiver()];
    await subscribed(merchant, receiver.url);
    await recordCustomers(merchant, 1);
    assert.equal(
      await world.db.engine((tx) => tx.run(sql`delete from delivery_attempts where merchant = ${merchant.id}`)),
      0,
    );
    await assert.rejects(
      world.db.write(merchant, (tx) => tx.run(sql`delete from delivery_attempts`)),
      /permission denied/,
    );
    await assert.rejects(
      world.db.engine((tx) => tx.run(sql`update delivery_attempts set outcome = 'delivered'`)),
      /permission denied/,
    );
    assert.equal(await attempts(merchant), 1);
  });

  it("fail the audit when anything else deletes them", async () => {
    const [merchant, receiver] = [await world.merchant(), await startWebhookReceiver()];
    const webhook = await inThePast(async () => {
      const id = await subscribed(merchant, receiver.url);
      await recordCustomers(merchant, 3);
      return id;
    });
    await runRetention(90);
    await inThePast(() => recordCustomers(merchant, 1));
    await recordCustomers(merchant, 1);
    await world.assertCleanAudit();
    const deleteByAge = (age: string) =>
      world.db.engine((tx) =>
        tx.run(sql`
          delete from ended_deliveries
          where webhook = ${webhook} and (ended_at < ${tx.now}::timestamptz - interval '90 days') = (${age} = 'old')`),
      );
    assert.equal(await deleteByAge("old"), 1);
    assert.deepEqual(await brokenOf(webhook), ["a webhook lacks exactly as many deliveries as retention deleted"]);
    assert.equal(await deleteByAge("new"), 1);
    assert.deepEqual(await brokenOf(webhook), [
      "an event has a delivery for each subscribed webhook, unless retention deleted it, and for no other",
      "a webhook lacks exactly as many deliveries as retention deleted",
    ]);
  });
});

async function brokenOf(webhook: string): Promise<readonly string[]> {
  const findings = await audit(world.db);
  return findings
    .filter(({ broken }) => broken.some((row) => Object.values(row).includes(webhook)))
    .map(({ promise }) => promise);
}
