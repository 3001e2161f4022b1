import assert from "node:assert/strict";
import type { ServerResponse } from "node:http";
import { describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { sql, type Tx } from "#db/tx.ts";
import { DAY_MS, HOUR_MS } from "#kernel/time.ts";
import { createCustomer } from "#resources/customers/create.ts";
import { handleFailingWebhooks } from "#resources/webhooks/disable.ts";
import { startWebhookReceiver, type WebhookReceiver } from "#testing/webhook-receiver.ts";
import { startTestWorld, type TestMerchant } from "#testing/world.ts";
import { deliveryWorker } from "./deliver.ts";
import { fanOut } from "./fan-out.ts";
import { webhookRateLimiter } from "./rate-limiter.ts";

const world = await startTestWorld({ environment: { KOLO_WEBHOOK_CONCURRENCY: "3" } });
const LATER_MS = 30 * HOUR_MS;

async function subscribed(merchant: TestMerchant, url: string, fields: object = {}) {
  const { body, text } = await merchant.post("/webhooks", { url, events: ["customer.created"], ...fields });
  assert.ok(body.data, text);
  return body.data;
}

async function recordCustomers(merchant: TestMerchant, times: number): Promise<readonly string[]> {
  const made: string[] = [];
  for (let time = 0; time < times; time += 1) {
    const { body } = await merchant.post("/customers", { name: `C${time}`, email: `c${time}@example.cm` });
    made.push(body.customer.id);
  }
  return made;
}

/** Makes the receiver hold all responses until `answer` is called. */
function holdResponses(receiver: WebhookReceiver): {
  readonly under_way: () => number;
  most: () => number;
  answer(status: number): void;
} {
  const waiting = new Set<ServerResponse>();
  let most = 0;
  receiver.onRequest((_request, response) => {
    waiting.add(response);
    most = Math.max(most, waiting.size);
  });
  return {
    under_way: () => waiting.size,
    most: () => most,
    answer(status) {
      receiver.onRequest((_request, response) => void response.writeHead(status).end());
      for (const response of waiting) response.writeHead(status).end();
      waiting.clear();
    },
  };
}

async function until(fits: () => boolean | Promise<boolean>): Promise<void> {
  for (let look = 0; look < 1_000; look += 1) {
    if (await fits()) return;
    await sleep(10);
  }
  assert.fail("it comes to pass");
}

const failing = (receiver: WebhookReceiver, status = 500): void =>
  receiver.onRequest((_request, response) => void response.writeHead(status).end());
const fine = (receiver: WebhookReceiver): void =>
  receiver.onRequest((_request, response) => void response.writeHead(200).end());

describe("a webhook that hangs", () => {
  it("has no more requests in flight than its concurrency, and does not delay other webhooks", async () => {
    const [merchant, slow, quick] = [
      await world.merchant(),
      await startWebhookReceiver(),
      await startWebhookReceiver(),
    ];
    const hanging = holdResponses(slow);
    await subscribed(merchant, slow.url);
    await subscribed(merchant, quick.url);
    await recordCustomers(merchant, 12);
    await until(() => quick.received.length === 12);
    await until(() => hanging.under_way() === 3);
    await sleep(200);
    assert.equal(hanging.most(), 3);
    hanging.answer(200);
    await world.waitUntilIdle();
    assert.equal(slow.received.length, 12);
  });

  it("can be limited further by the merchant", async () => {
    const [merchant, slow] = [await world.merchant(), await startWebhookReceiver()];
    const hanging = holdResponses(slow);
    await subscribed(merchant, slow.url, { concurrency: 1 });
    await recordCustomers(merchant, 4);
    await until(() => hanging.under_way() === 1);
    await sleep(200);
    assert.equal(hanging.most(), 1);
    hanging.answer(200);
    await world.waitUntilIdle();
    assert.equal(slow.received.length, 4);
  });
});

describe("a webhook that fails", () => {
  it("gets one request at a time until a success, and then its full concurrency", async () => {
    const [merchant, receiver] = [await world.merchant(), await startWebhookReceiver()];
    const { id } = await subscribed(merchant, receiver.url);
    failing(receiver);
    await recordCustomers(merchant, 2);
    await world.waitUntilIdle();
    assert.equal((await merchant.get(`/webhooks/${id}`)).body.data.health.state, "failing");
    const waiting = holdResponses(receiver);
    world.db.advanceClock(LATER_MS);
    await recordCustomers(merchant, 3);
    await until(() => waiting.under_way() === 1);
    await sleep(200);
    assert.equal(waiting.most(), 1);
    waiting.answer(200);
    await world.waitUntilIdle();
    assert.equal((await merchant.get(`/webhooks/${id}`)).body.data.health.state, "well");
  });

  it("opens its circuit after seven failures in ten attempts, and then gets one probe", async () => {
    const [merchant, receiver] = [await world.merchant(), await startWebhookReceiver()];
    const { id } = await subscribed(merchant, receiver.url);
    failing(receiver);
    await recordCustomers(merchant, 14);
    await until(async () => (await merchant.get(`/webhooks/${id}`)).body.data.health.state === "paused");
    await world.waitUntilIdle();
    const before = receiver.received.length;
    assert.ok(before >= 10 && before < 14, `${before}`);
    await sleep(300);
    assert.equal(receiver.received.length, before);
    fine(receiver);
    world.db.advanceClock(31_000);
    await until(() => receiver.received.length > before);
    world.db.advanceClock(LATER_MS);
    await world.waitUntilIdle();
    assert.equal(new Set(receiver.received.map(({ event }) => event.id)).size, 14);
    assert.equal((await merchant.get(`/webhooks/${id}`)).body.data.health.state, "well");
  });

  it("waits as long as Retry-After says, up to twice the step", async () => {
    const [merchant, receiver] = [await world.merchant(), await startWebhookReceiver()];
    await subscribed(merchant, receiver.url);
    receiver.onRequest((_request, response) => void response.writeHead(503, { "retry-after": "9" }).end());
    await recordCustomers(merchant, 1);
    await world.waitUntilIdle();
    world.db.advanceClock(8_500);
    await world.waitUntilIdle();
    assert.equal(receiver.received.length, 1);
    world.db.advanceClock(1_000);
    await until(() => receiver.received.length === 2);
  });

  it("is not switched off by a 410 of its previous address", async () => {
    const [merchant, old, fresh] = [await world.merchant(), await startWebhookReceiver(), await startWebhookReceiver()];
    const { id } = await subscribed(merchant, old.url);
    const hanging = holdResponses(old);
    await recordCustomers(merchant, 1);
    await until(() => hanging.under_way() === 1);
    await merchant.send("PUT", `/webhooks/${id}`, { url: fresh.url });
    hanging.answer(410);
    await world.waitUntilIdle();
    assert.equal((await merchant.get(`/webhooks/${id}`)).body.data.active, true);
    await recordCustomers(merchant, 1);
    await until(() => fresh.received.length > 0);
  });

  it("with 410 is switched off at once; its deliveries are held, and sent when it is switched on", async () => {
    const [merchant, receiver, other] = [
      await world.merchant(),
      await startWebhookReceiver(),
      await startWebhookReceiver(),
    ];
    const { id } = await subscribed(merchant, receiver.url);
    await subscribed(merchant, other.url, { events: ["webhook.disabled"] });
    failing(receiver, 410);
    await recordCustomers(merchant, 1);
    const { event } = await other.waitFor((one) => one.type === "webhook.disabled");
    assert.deepEqual([event.data.id, event.data.active, event.data.disabled_reason], [id, false, "gone"]);
    await world.waitUntilIdle();
    const { body } = await merchant.get(`/webhooks/${id}/deliveries?state=held`);
    assert.deepEqual([body.totals, body.items[0].last_outcome, body.items[0].next_attempt_at], [1, "status_410", null]);
    await recordCustomers(merchant, 1);
    fine(receiver);
    world.db.advanceClock(LATER_MS);
    await world.waitUntilIdle();
    assert.equal(receiver.received.length, 1);
    const { data } = (await merchant.send("PUT", `/webhooks/${id}`, { active: true })).body;
    assert.deepEqual([data.disabled_reason, data.disabled_at], [null, null]);
    await world.waitUntilIdle();
    assert.equal(receiver.received.length, 2);
  });

  it("for a day is reported, for five days with ten events is switched off", async () => {
    const [merchant, receiver, other] = [
      await world.merchant(),
      await startWebhookReceiver(),
      await startWebhookReceiver(),
    ];
    const { id } = await subscribed(merchant, receiver.url);
    await subscribed(merchant, other.url, { events: ["webhook.failing", "webhook.disabled"] });
    failing(receiver);
    await recordCustomers(merchant, 10);
    for (const days of [0.5, 0.6, 2, 2]) {
      world.db.advanceClock(days * DAY_MS);
      // While the circuit breaker is open, one request at a time is sent as a probe.
      for (let probe = 0; probe < 12; probe += 1) {
        await world.waitUntilIdle();
        world.db.advanceClock(16 * 60_000);
      }
      await world.db.engine(handleFailingWebhooks);
    }
    await world.waitUntilIdle();
    const event_types = other.received.map(({ event }) => event.type);
    assert.deepEqual(event_types, ["webhook.failing", "webhook.disabled"]);
    const { data } = (await merchant.get(`/webhooks/${id}`)).body;
    assert.deepEqual([data.active, data.disabled_reason], [false, "failing"]);
  });

  it("loses its health row when it is deleted", async () => {
    const [merchant, receiver] = [await world.merchant(), await startWebhookReceiver()];
    const { id } = await subscribed(merchant, receiver.url);
    failing(receiver);
    await recordCustomers(merchant, 1);
    await world.waitUntilIdle();
    await merchant.send("DELETE", `/webhooks/${id}`);
    world.db.advanceClock(6 * DAY_MS);
    await world.db.engine(handleFailingWebhooks);
    assert.deepEqual(await world.rows(`select webhook from webhook_health where webhook = '${id}'`), []);
  });
});

describe("a rate limit", () => {
  it("applies per second, with a burst of twice as many, and is shared by the workers", () => {
    let now_ms = 0;
    const limiter = webhookRateLimiter(() => now_ms);
    const takeAllTokens = (workers: number): number => {
      let count = 0;
      while (limiter.available("whk_a", workers) > 0 && count < 1_000) {
        limiter.take("whk_a", 50, workers);
        count += 1;
      }
      return count;
    };
    assert.equal(takeAllTokens(1), 100);
    now_ms += 1_000;
    assert.equal(takeAllTokens(1), 50);
    now_ms += 1_000;
    assert.equal(takeAllTokens(2), 25);
    now_ms += 60_000;
    assert.equal(takeAllTokens(1), 100);
  });

  it("can be lowered by the merchant", async () => {
    const [merchant, receiver] = [await world.merchant(), await startWebhookReceiver()];
    await subscribed(merchant, receiver.url, { rate_limit: 2 });
    await recordCustomers(merchant, 7);
    await until(() => receiver.received.length >= 4);
    const began_ms = performance.now();
    await world.waitUntilIdle();
    assert.equal(receiver.received.length, 7);
    assert.ok(performance.now() - began_ms > 500, `${performance.now() - began_ms}`);
  });
});

describe("a webhook in order", () => {
  it("receives the events of a resource one after another, and of other resources meanwhile", async () => {
    const [merchant, receiver] = [await world.merchant(), await startWebhookReceiver()];
    const types = ["customer.created", "customer.updated", "customer.deleted"];
    await subscribed(merchant, receiver.url, { events: types, in_order: true });
    let is_up = false;
    receiver.onRequest(({ event }, response) => {
      const is_held_up = !is_up && event.data.name === "Held up";
      response.writeHead(is_held_up ? 500 : 200).end();
    });
    const [held, other] = await Promise.all(
      ["Held up", "Other"].map(async (name) => {
        const { body } = await merchant.post("/customers", { name, email: `${name.length}@example.cm` });
        await merchant.send("PUT", `/customers/${body.customer.id}`, { email: "new@example.cm" });
        await merchant.send("DELETE", `/customers/${body.customer.id}`);
        return body.customer.id;
      }),
    );
    const sequencesOf = (id: string) =>
      receiver.received.filter(({ event }) => event.data.id === id).map(({ event }) => event.sequence);
    await until(() => sequencesOf(other).length === 3);
    await world.waitUntilIdle();
    assert.deepEqual(sequencesOf(other), [1, 2, 3]);
    assert.deepEqual(sequencesOf(held), [1]);
    is_up = true;
    world.db.advanceClock(LATER_MS);
    await world.waitUntilIdle();
    assert.deepEqual(sequencesOf(held), [1, 1, 2, 3]);
  });

  it("waits for a delivery that was in flight when its order was switched on", async () => {
    const [merchant, receiver] = [await world.merchant(), await startWebhookReceiver()];
    const events = ["customer.created", "customer.updated"];
    const { id } = await subscribed(merchant, receiver.url, { events });
    const hanging = holdResponses(receiver);
    const [customer] = await recordCustomers(merchant, 1);
    await until(() => hanging.under_way() === 1);
    await merchant.send("PUT", `/webhooks/${id}`, { in_order: true });
    await merchant.send("PUT", `/customers/${customer}`, { name: "New" });
    await until(async () => (await merchant.get(`/webhooks/${id}/deliveries`)).body.totals === 2);
    hanging.answer(200);
    await until(() => receiver.received.length === 2);
    await world.waitUntilIdle();
    assert.deepEqual(
      receiver.received.map(({ event }) => event.type),
      events,
    );
  });

  it("can be switched on and off with deliveries in flight", async () => {
    const [merchant, receiver] = [await world.merchant(), await startWebhookReceiver()];
    const events = ["customer.created", "customer.updated"];
    const { id } = await subscribed(merchant, receiver.url, { events });
    failing(receiver);
    const [customer] = await recordCustomers(merchant, 1);
    await world.waitUntilIdle();
    await merchant.send("PUT", `/webhooks/${id}`, { in_order: true });
    await merchant.send("PUT", `/customers/${customer}`, { name: "New" });
    await world.waitUntilIdle();
    assert.equal(receiver.received.length, 1);
    fine(receiver);
    await merchant.send("PUT", `/webhooks/${id}`, { in_order: false });
    await until(() => receiver.received.length === 2);
    world.db.advanceClock(LATER_MS);
    await world.waitUntilIdle();
    assert.equal(receiver.received.length, 3);
  });
});

it("events from before a switch-off are delivered, later ones are not", async () => {
  const [merchant, receiver] = [await world.merchant(), await startWebhookReceiver()];
  const { id } = await subscribed(merchant, receiver.url);
  for (let round = 0; round < 4; round += 1) {
    await recordCustomers(merchant, 1);
    await merchant.send("PUT", `/webhooks/${id}`, { active: false });
    await recordCustomers(merchant, 1);
    await merchant.send("PUT", `/webhooks/${id}`, { active: true });
  }
  await world.waitUntilIdle();
  assert.equal(receiver.received.length, 4);
});

it("an event goes only to the webhooks of its own environment", async () => {
  const [merchant, test, live] = [await world.merchant(), await startWebhookReceiver(), await startWebhookReceiver()];
  const live_merchant = await world.inEnvironment(merchant, "live");
  await subscribed(merchant, test.url);
  await subscribed(live_merchant, live.url);
  // One transaction, so that both events are published together.
  await world.db.engine(async (tx) => {
    for (const scope of [live_merchant, merchant]) {
      await createCustomer(tx, scope, { name: scope.environment, email: "c@example.cm" });
    }
  });
  await world.waitUntilIdle();
  const names = [test, live].map(({ received }) => received.map(({ event }) => event.data.name));
  assert.deepEqual(names, [["test"], ["live"]]);
});

it("an event above the size limit is exhausted at once, and the webhook stays healthy", async () => {
  const [merchant, receiver] = [await world.merchant(), await startWebhookReceiver()];
  const { id } = await subscribed(merchant, receiver.url);
  const customer = { name: "C", email: "c@example.cm", metadata: { large: "x".repeat(300_000) } };
  await world.db.write(merchant, (tx) => createCustomer(tx, merchant, customer));
  await world.waitUntilIdle();
  const { body } = await merchant.get(`/webhooks/${id}/deliveries`);
  assert.deepEqual([body.items[0].state, body.items[0].last_outcome], ["exhausted", "body_too_large"]);
  assert.equal(receiver.received.length, 0);
  assert.equal((await merchant.get(`/webhooks/${id}`)).body.data.health.state, "well");
});

it("a merchant's share leaves capacity for others", async () => {
  const { claimDeliveries } = await import("./claims.ts");
  const shared = await startTestWorld({ works: false });
  const [greedy, modest] = [await shared.merchant(), await shared.merchant()];
  for (let number = 0; number < 5; number += 1) await subscribed(greedy, `http://127.0.0.1:9/${number}`);
  await subscribed(modest, "http://127.0.0.1:9/");
  await recordCustomers(greedy, 8);
  await recordCustomers(modest, 8);
  await shared.db.engine((tx) => fanOut(tx, null));
  const rows = await shared.db.engine((tx) => tx.rows<{ id: `whk_${string}` }>(sql`select id from webhooks`));
  const options = {
    ...{
      queues: rows.map(({ id }) => ({ webhook: id, capacity: 100, in_flight: 0 })),
      bounds: { concurrency: 4, rate: 50 },
    },
    ...{ shares: [], share: 6, limit: 9 },
  };
  const claimFor = (holder: string, living: readonly string[], claim_options: typeof options) =>
    shared.db.engine((tx) => claimDeliveries(tx, claim_options, { holder, live_workers: living }));
  const claimed = await claimFor("wrk_a", ["wrk_a"], options);
  const of = (merchant: TestMerchant) => claimed.filter((due) => due.merchant === merchant.id).length;
  assert.deepEqual([claimed.length, of(greedy) <= 6, of(modest) >= 3], [9, true, true]);
  // Limits include the deliveries that other workers have in flight, so a second claim returns only the rest.
  const more = await claimFor("wrk_b", ["wrk_a", "wrk_b"], { ...options, share: 100, limit: 100 });
  assert.equal(claimed.length + more.length, 24);
});

it("an uncommitted claim is claimed again, and does not count as in flight", async () => {
  const shared = await startTestWorld({ works: false });
  const merchant = await shared.merchant();
  await subscribed(merchant, "http://127.0.0.1:9/");
  await recordCustomers(merchant, 8);
  await shared.db.engine((tx) => fanOut(tx, null));
  const sending = deliveryWorker(shared.db, {
    targets: { send: () => assert.fail("nothing is sent"), close: async () => {} },
    ...{ user_agent: "test", bounds: { concurrency: 4, rate: 50 }, share: 100, onAttempt: () => {} },
  });
  const claim = (tx: Tx) => sending.claim(tx, 100, { holder: "wrk_a", live_workers: ["wrk_a"] });
  const lost = shared.db.engine(async (tx) => {
    assert.equal((await claim(tx)).length, 4);
    throw new Error("lost");
  });
  await assert.rejects(lost, /lost/);
  await until(async () => (await shared.db.engine(claim)).length === 4);
});

it("the audit is clean afterwards", async () => {
  await world.waitUntilIdle();
  await world.assertCleanAudit();
});
