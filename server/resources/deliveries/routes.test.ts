import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { HOUR_MS } from "#kernel/time.ts";
import { assertRefused } from "#testing/orders.ts";
import { startWebhookReceiver, type WebhookReceiver } from "#testing/webhook-receiver.ts";
import { startTestWorld, type TestMerchant } from "#testing/world.ts";

const world = await startTestWorld();
const LATER_MS = 30 * HOUR_MS;

async function subscribed(fields: object = {}) {
  const [merchant, receiver] = [await world.merchant(), await startWebhookReceiver()];
  const input = { url: receiver.url, events: ["customer.created"], ...fields };
  const { body, text } = await merchant.post("/webhooks", input);
  assert.ok(body.data, text);
  return { merchant, receiver, path: `/webhooks/${body.data.id}`, webhook: body.data };
}

async function aCustomer(merchant: TestMerchant, name = "C"): Promise<string> {
  return (await merchant.post("/customers", { name, email: "c@example.cm" })).body.customer.id;
}

function answers(receiver: WebhookReceiver, status: number): void {
  receiver.onRequest((_request, response) => void response.writeHead(status).end("said so"));
}

describe("GET /webhooks/{id}/deliveries", () => {
  it("200: the newest first, filtered by state, type, resource and day", async () => {
    const { merchant, receiver, path } = await subscribed({ events: ["customer.created", "customer.updated"] });
    const first = await aCustomer(merchant);
    await world.waitUntilIdle();
    answers(receiver, 500);
    await merchant.send("PUT", `/customers/${first}`, { name: "New" });
    const second = await aCustomer(merchant, "D");
    await world.waitUntilIdle();
    const of = async (query: string) => {
      const { body, text } = await merchant.get(`${path}/deliveries?${query}`);
      assert.equal(body.code, 200, text);
      assert.equal(body.totals, body.items.length);
      return body.items.map((item: { type: string; resource: string }) => `${item.type} ${item.resource}`);
    };
    const [one, two, three] = [`customer.created ${first}`, `customer.updated ${first}`, `customer.created ${second}`];
    assert.deepEqual(await of(""), [three, two, one]);
    assert.deepEqual(await of("state=delivered"), [one]);
    assert.deepEqual(await of("state=pending"), [three, two]);
    assert.deepEqual(await of("state=exhausted"), []);
    assert.deepEqual(await of("type=customer.updated"), [two]);
    assert.deepEqual(await of(`resource=${first}`), [two, one]);
    assert.deepEqual(await of("date_end=2020-01-01"), []);
    await merchant.send("PUT", path, { active: false });
    assert.deepEqual(await of("state=held"), [three, two]);
    const page = (await merchant.get(`${path}/deliveries?limit=1&page=2`)).body;
    assert.deepEqual([page.totals, page.last_page, page.selected, page.items[0].type], [3, 3, 1, "customer.updated"]);
  });

  it("400 and 404: an unknown state, another merchant's webhook", async () => {
    const { merchant, path } = await subscribed();
    assertRefused(await merchant.get(`${path}/deliveries?state=lost`), 400, "state");
    assertRefused(await merchant.get("/webhooks/whk_00000000000000000000000000/deliveries"), 404);
    assertRefused(await merchant.get(`${path}/deliveries/dlv_00000000000000000000000000`), 404);
  });
});

describe("GET /webhooks/{id}/deliveries/{delivery}", () => {
  it("200: the body and every attempt, with its time, target, outcome and timings", async () => {
    const { merchant, receiver, path } = await subscribed();
    answers(receiver, 503);
    await aCustomer(merchant);
    await world.waitUntilIdle();
    answers(receiver, 200);
    world.db.advanceClock(LATER_MS);
    await world.waitUntilIdle();
    const { id } = (await merchant.get(`${path}/deliveries`)).body.items[0];
    const { delivery } = (await merchant.get(`${path}/deliveries/${id}`)).body;
    assert.equal(delivery.body, receiver.received[0]?.body);
    assert.deepEqual([delivery.state, delivery.attempts, delivery.last_outcome], ["delivered", 2, "delivered"]);
    const [first, second] = delivery.attempted;
    assert.deepEqual(
      [first.number, first.outcome, first.status, first.response, first.address, first.trigger],
      [1, "status_503", 503, "said so", "127.0.0.1", "schedule"],
    );
    assert.deepEqual([second.number, second.outcome, second.status], [2, "delivered", 200]);
    for (const { resolved_ms, answered_ms, duration_ms } of delivery.attempted) {
      assert.ok(resolved_ms <= answered_ms && answered_ms <= duration_ms);
    }
  });
});

describe("POST /webhooks/{id}/deliveries/{delivery}/retry", () => {
  it("202: pending, exhausted and delivered ones are sent at once with the same bytes", async () => {
    const { merchant, receiver, path } = await subscribed();
    answers(receiver, 500);
    await aCustomer(merchant);
    await world.waitUntilIdle();
    const { id } = (await merchant.get(`${path}/deliveries`)).body.items[0];
    const retry = () => merchant.post(`${path}/deliveries/${id}/retry`);
    assert.deepEqual([(await retry()).status, (await retry()).status], [202, 202]);
    await world.waitUntilIdle();
    assert.ok(receiver.received.length >= 2);
    for (let round = 0; round < 17; round += 1) {
      world.db.advanceClock(LATER_MS);
      await world.waitUntilIdle();
    }
    const made = receiver.received.length;
    assert.equal((await merchant.get(`${path}/deliveries/${id}`)).body.delivery.state, "exhausted");
    assert.equal(made, 15);
    answers(receiver, 200);
    for (let times = 1; times <= 2; times += 1) {
      assert.equal((await retry()).body.delivery.state, "pending");
      await world.waitUntilIdle();
      const { delivery } = (await merchant.get(`${path}/deliveries/${id}`)).body;
      assert.deepEqual([delivery.state, delivery.attempts], ["delivered", made + times]);
      assert.equal(delivery.attempted.at(-1).trigger, "manual");
    }
    assert.equal(new Set(receiver.received.map(({ body }) => body)).size, 1);
  });

  it("422: a webhook that is switched off, a delivery that waits for an earlier one", async () => {
    const { merchant, receiver, path } = await subscribed({
      events: ["customer.created", "customer.updated"],
      in_order: true,
    });
    answers(receiver, 500);
    const customer = await aCustomer(merchant);
    await merchant.send("PUT", `/customers/${customer}`, { name: "New" });
    await world.waitUntilIdle();
    const [behind, first] = (await merchant.get(`${path}/deliveries`)).body.items;
    assertRefused(await merchant.post(`${path}/deliveries/${behind.id}/retry`), 422);
    await merchant.send("PUT", path, { active: false });
    assertRefused(await merchant.post(`${path}/deliveries/${first.id}/retry`), 422);
  });
});

describe("POST /webhooks/{id}/replay", () => {
  it("202: events the webhook never received, the oldest first, each once", async () => {
    const merchant = await world.merchant();
    const customers = [await aCustomer(merchant, "A"), await aCustomer(merchant, "B")];
    await world.waitUntilIdle();
    const receiver = await startWebhookReceiver();
    const { data } = (await merchant.post("/webhooks", { url: receiver.url, events: ["customer.created"] })).body;
    for (const queued of [2, 0]) {
      const { status, body } = await merchant.post(`/webhooks/${data.id}/replay`, {});
      assert.deepEqual([status, body.replay], [202, { queued, next_from: null }]);
      await world.waitUntilIdle();
    }
    assert.deepEqual(receiver.received.map(({ event }) => event.data.id).sort(), customers);
    const { items } = (await merchant.get(`/webhooks/${data.id}/deliveries`)).body;
    assert.deepEqual([...new Set(items.map((item: { origin: string }) => item.origin))], ["replay"]);
  });

  it("202: each event once for concurrent requests, and none for a webhook being deleted", async () => {
    const merchant = await world.merchant();
    const customers = await Promise.all(["A", "B", "C"].map((name) => aCustomer(merchant, name)));
    await world.waitUntilIdle();
    for (let round = 0; round < 5; round += 1) {
      const receiver = await startWebhookReceiver();
      const { data } = (await merchant.post("/webhooks", { url: receiver.url, events: ["customer.created"] })).body;
      const responses = await Promise.all(
        Array.from({ length: 6 }, () => merchant.post(`/webhooks/${data.id}/replay`, {})),
      );
      const queued = responses.map(({ text, body }) => body.replay?.queued ?? text);
      assert.deepEqual(queued.sort(), [0, 0, 0, 0, 0, customers.length]);
      await Promise.all([
        merchant.post(`/webhooks/${data.id}/replay`, { which: "all" }),
        merchant.send("DELETE", `/webhooks/${data.id}`),
      ]);
    }
    await world.waitUntilIdle();
    await world.assertCleanAudit();
  });

  it("202: events of a period and of types; with `all` delivered ones too", async () => {
    const { merchant, receiver, path } = await subscribed({ events: ["customer.created", "customer.updated"] });
    const customer = await aCustomer(merchant);
    await merchant.send("PUT", `/customers/${customer}`, { name: "New" });
    await world.waitUntilIdle();
    const replay = async (body: object) => (await merchant.post(`${path}/replay`, body)).body.replay.queued;
    assert.equal(await replay({ which: "undelivered" }), 0);
    assert.equal(await replay({ which: "all", types: ["customer.updated"] }), 1);
    await world.waitUntilIdle();
    assert.equal(
      await replay({ which: "all", from: "2020-01-01T00:00:00Z", to: "2020-01-02T00:00:00Z" }).catch(() => 0),
      0,
    );
    assert.deepEqual(receiver.received.map(({ event }) => event.type).sort(), [
      "customer.created",
      "customer.updated",
      "customer.updated",
    ]);
    assertRefused(await merchant.post(`${path}/replay`, { from: "yesterday" }), 400, "from");
  });
});

describe("POST /webhooks/{id}/test", () => {
  it("202: a test event to this webhook only, whatever its subscription, without effect on its health", async () => {
    const { merchant, receiver, path, webhook } = await subscribed();
    const other = await startWebhookReceiver();
    await merchant.post("/webhooks", { url: other.url, events: ["webhook.test", "customer.created"] });
    answers(receiver, 500);
    const { status, body } = await merchant.post(`${path}/test`);
    assert.deepEqual([status, body.delivery.origin, body.delivery.type], [202, "test", "webhook.test"]);
    await world.waitUntilIdle();
    const { event } = await receiver.waitFor((one) => one.type === "webhook.test");
    assert.deepEqual([event.data.id, event.sequence, "secret" in event.data], [webhook.id, 1, false]);
    assert.equal(other.received.length, 0);
    assert.equal((await merchant.get(path)).body.data.health.state, "well");
    await merchant.send("PUT", path, { active: false });
    assertRefused(await merchant.post(`${path}/test`), 422);
  });
});

it("the audit is clean afterwards", async () => {
  await world.waitUntilIdle();
  await world.assertCleanAudit();
});
