import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { describe, it } from "node:test";
import { Webhook } from "standardwebhooks";
import type { EventType } from "#events/events.ts";
import { transfer_order, transferOrderTo } from "#testing/orders.ts";
import { startWebhookReceiver, type WebhookReceiver } from "#testing/webhook-receiver.ts";
import { startTestWorld, type TestMerchant } from "#testing/world.ts";

const world = await startTestWorld();

async function subscribed(merchant: TestMerchant, receiver: WebhookReceiver, events: readonly EventType[]) {
  const { body, text } = await merchant.post("/webhooks", { url: receiver.url, events });
  assert.ok(body.data, text);
  return body.data;
}

/** Longer than any delay between two attempts. */
const LATER_MS = 30 * 3_600_000;

describe("a delivery", () => {
  it("carries the event, signed as published and by Standard Webhooks, verified by an independent verifier", async () => {
    const [merchant, receiver] = [await world.merchant(), await startWebhookReceiver()];
    const { secret } = await subscribed(merchant, receiver, [
      "transfer.created",
      "transfer.processing",
      "transfer.complete",
    ]);
    const { transfer } = (await merchant.post("/transfers", { ...transfer_order, metadata: { note: "été" } })).body;
    await receiver.waitFor((event) => event.type === "transfer.complete");
    await world.waitUntilIdle();
    assert.equal(receiver.received.length, 3);
    for (const { headers, body, event } of receiver.received) {
      assert.equal(headers["x-service-signature"], createHmac("sha256", secret).update(body).digest("hex"));
      new Webhook(secret).verify(body, {
        "webhook-id": String(headers["webhook-id"]),
        "webhook-timestamp": String(headers["webhook-timestamp"]),
        "webhook-signature": String(headers["webhook-signature"]),
      });
      assert.equal(headers["webhook-id"], event.id);
      assert.match(event.id, /^evt_/);
      assert.equal(event.event, event.type);
      assert.equal(event.data.id, transfer.id);
      assert.equal(headers["content-type"], "application/json");
      assert.equal(body, JSON.stringify(event));
    }
    const by_sequence = [...receiver.received]
      .sort((a, b) => a.event.sequence - b.event.sequence)
      .map(({ event }) => event);
    assert.deepEqual(
      by_sequence.map((event) => event.type),
      ["transfer.created", "transfer.processing", "transfer.complete"],
    );
    assert.deepEqual(
      by_sequence.map((event) => event.sequence),
      [1, 2, 3],
    );
    assert.deepEqual(
      by_sequence.map((event) => event.data.status),
      ["pending", "processing", "complete"],
    );
    assert.deepEqual(by_sequence[0]?.data, transfer);
  });

  it("of a failed transfer has the reason", async () => {
    const [merchant, receiver] = [await world.merchant(), await startWebhookReceiver()];
    await subscribed(merchant, receiver, ["transfer.failed"]);
    await merchant.post("/transfers", transferOrderTo("000001"));
    const { event } = await receiver.waitFor((one) => one.type === "transfer.failed");
    assert.equal(event.data.status, "failed");
    assert.equal(event.data.failure_code, "provider_account_empty");
  });

  it("goes only to active webhooks of the merchant and environment that subscribe to the type", async () => {
    const [merchant, other, receiver] = [await world.merchant(), await world.merchant(), await startWebhookReceiver()];
    await subscribed(merchant, receiver, ["customer.created"]);
    const off = await subscribed(merchant, receiver, ["transfer.created"]);
    await merchant.send("PUT", `/webhooks/${off.id}`, { active: false });
    await subscribed(other, receiver, ["transfer.created", "customer.created"]);
    await merchant.post("/transfers", transfer_order);
    await merchant.post("/customers", { name: "C", email: "c@example.cm" });
    await world.waitUntilIdle();
    assert.deepEqual(
      receiver.received.map(({ event }) => event.type),
      ["customer.created"],
    );
  });

  it("is made for every change of customers and beneficiaries", async () => {
    const [merchant, receiver] = [await world.merchant(), await startWebhookReceiver()];
    const people = ["customer", "beneficiary"].flatMap((who) =>
      ["created", "updated", "deleted"].map((what) => `${who}.${what}`),
    );
    await merchant.post("/webhooks", { url: receiver.url, events: people });
    for (const [path, body] of [
      ["customers", { name: "C", email: "c@example.cm" }],
      ["beneficiaries", { name: "B", phone: "677123456", country: "CM", currency: "XAF", type: "mobile_money" }],
    ] as const) {
      const made = (await merchant.post(`/${path}`, body)).body;
      const { id } = made.customer ?? made.beneficiary;
      await merchant.send("PUT", `/${path}/${id}`, { name: "New" });
      await merchant.send("DELETE", `/${path}/${id}`);
    }
    await world.waitUntilIdle();
    const received_events = receiver.received.map(({ event }) => [event.type, event.sequence]).sort();
    assert.deepEqual(received_events, people.map((type, index) => [type, (index % 3) + 1]).sort());
  });

  it("is retried with the same bytes and id after a failure, until a 2xx", async () => {
    const [merchant, receiver] = [await world.merchant(), await startWebhookReceiver()];
    await subscribed(merchant, receiver, ["customer.created"]);
    let attempts = 0;
    receiver.onRequest((_request, response) => {
      attempts += 1;
      response.writeHead(attempts < 4 ? 500 : 204).end();
    });
    await merchant.post("/customers", { name: "C", email: "c@example.cm" });
    for (let round = 0; round < 5; round += 1) {
      await world.waitUntilIdle();
      world.db.advanceClock(LATER_MS);
    }
    await world.waitUntilIdle();
    assert.equal(receiver.received.length, 4);
    assert.equal(new Set(receiver.received.map(({ body }) => body)).size, 1);
    assert.equal(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size, 1);
    const rows = await world.rows(
      `select outcome from delivery_attempts where merchant = '${merchant.id}' order by number`,
    );
    assert.deepEqual(
      rows.map((row) => row.outcome),
      ["status_500", "status_500", "status_500", "delivered"],
    );
  });

  it("is never sent before its due time", async () => {
    const [merchant, receiver] = [await world.merchant(), await startWebhookReceiver()];
    await subscribed(merchant, receiver, ["customer.created"]);
    receiver.onRequest((_request, response) => void response.writeHead(500).end());
    await merchant.post("/customers", { name: "C", email: "c@example.cm" });
    await world.waitUntilIdle();
    world.db.advanceClock(4_000);
    await world.waitUntilIdle();
    assert.equal(receiver.received.length, 1);
    world.db.advanceClock(2_500);
    await world.waitUntilIdle();
    assert.equal(receiver.received.length, 2);
  });

  it("is exhausted after fifteen attempts", async () => {
    const [merchant, receiver] = [await world.merchant(), await startWebhookReceiver()];
    await subscribed(merchant, receiver, ["customer.created"]);
    receiver.onRequest((_request, response) => void response.writeHead(503).end());
    await merchant.post("/customers", { name: "C", email: "c@example.cm" });
    for (let round = 0; round < 17; round += 1) {
      await world.waitUntilIdle();
      world.db.advanceClock(LATER_MS);
    }
    await world.waitUntilIdle();
    assert.equal(receiver.received.length, 15);
    const [row] = await world.rows(`select state, attempts from ended_deliveries where merchant = '${merchant.id}'`);
    assert.deepEqual([row?.state, row?.attempts], ["exhausted", 15]);
  });

  it("does not follow a redirect", async () => {
    const [merchant, receiver, elsewhere] = [
      await world.merchant(),
      await startWebhookReceiver(),
      await startWebhookReceiver(),
    ];
    await subscribed(merchant, receiver, ["customer.created"]);
    receiver.onRequest((_request, response) => void response.writeHead(302, { location: elsewhere.url }).end());
    await merchant.post("/customers", { name: "C", email: "c@example.cm" });
    await world.waitUntilIdle();
    assert.deepEqual([receiver.received.length, elsewhere.received.length], [1, 0]);
    const [row] = await world.rows(`select outcome from delivery_attempts where merchant = '${merchant.id}'`);
    assert.equal(row?.outcome, "status_302");
  });

  it("is held while its webhook is switched off, and sent when it is on again", async () => {
    const [merchant, receiver] = [await world.merchant(), await startWebhookReceiver()];
    const { id } = await subscribed(merchant, receiver, ["customer.created"]);
    receiver.onRequest((_request, response) => void response.writeHead(500).end());
    await merchant.post("/customers", { name: "C", email: "c@example.cm" });
    await world.waitUntilIdle();
    await merchant.send("PUT", `/webhooks/${id}`, { active: false });
    world.db.advanceClock(LATER_MS);
    await world.waitUntilIdle();
    assert.equal(receiver.received.length, 1);
    receiver.onRequest((_request, response) => void response.writeHead(200).end());
    await merchant.send("PUT", `/webhooks/${id}`, { active: true });
    await world.waitUntilIdle();
    assert.equal(receiver.received.length, 2);
  });

  it("reads a bounded part of the response", async () => {
    const [merchant, receiver] = [await world.merchant(), await startWebhookReceiver()];
    await subscribed(merchant, receiver, ["customer.created"]);
    receiver.onRequest((_request, response) => {
      response.writeHead(200);
      response.end("x".repeat(5_000_000));
    });
    await merchant.post("/customers", { name: "C", email: "c@example.cm" });
    await world.waitUntilIdle();
    const [row] = await world.rows(
      `select outcome, length(response) as kept from delivery_attempts where merchant = '${merchant.id}'`,
    );
    assert.deepEqual([row?.outcome, row?.kept], ["delivered", 16_384]);
  });
});

it("the audit is clean afterwards", async () => {
  await world.waitUntilIdle();
  await world.assertCleanAudit();
});
