import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { describe, it } from "node:test";
import { HOUR_MS } from "#kernel/time.ts";
import { assertRefused } from "#testing/orders.ts";
import { type ReceivedWebhook, startWebhookReceiver } from "#testing/webhook-receiver.ts";
import { startTestWorld, type TestMerchant } from "#testing/world.ts";
import { finishRotations } from "./store.ts";

const world = await startTestWorld();

async function subscribed() {
  const [merchant, receiver] = [await world.merchant(), await startWebhookReceiver()];
  const input = { url: receiver.url, events: ["customer.created"] };
  const { data } = (await merchant.post("/webhooks", input)).body;
  return { merchant, receiver, path: `/webhooks/${data.id}`, secret: String(data.secret) };
}

async function recordCustomer(merchant: TestMerchant): Promise<void> {
  await merchant.post("/customers", { name: "C", email: "c@example.cm" });
  await world.waitUntilIdle();
}

/** The names of the signature headers that are valid for this secret. */
function acceptedBy(secret: string, request: ReceivedWebhook | undefined): readonly string[] {
  assert.ok(request);
  const hex = createHmac("sha256", secret).update(request.body).digest("hex");
  const single = ["x-service-signature", "x-service-signature-next"].filter((name) => request.headers[name] === hex);
  const key = Buffer.from(secret.slice("whsec_".length), "base64");
  const signed = `${request.headers["webhook-id"]}.${request.headers["webhook-timestamp"]}.${request.body}`;
  const standard = `v1,${createHmac("sha256", key).update(signed).digest("base64")}`;
  const is_standard = String(request.headers["webhook-signature"]).split(" ").includes(standard);
  return is_standard ? [...single, "webhook-signature"] : single;
}

describe("a rotated secret", () => {
  it("signs beside the new one until the overlap ends; then the new one signs alone", async () => {
    const { merchant, receiver, path, secret } = await subscribed();
    const { status, body } = await merchant.post(`${path}/rotate`, { overlap_hours: 2 });
    assert.equal(status, 200);
    const next = body.data.secret;
    assert.match(next, /^whsec_/);
    assert.notEqual(next, secret);
    assert.ok(body.data.next_secret_from > body.data.updated_at);
    await recordCustomer(merchant);
    assert.deepEqual(acceptedBy(secret, receiver.received[0]), ["x-service-signature", "webhook-signature"]);
    assert.deepEqual(acceptedBy(next, receiver.received[0]), ["x-service-signature-next", "webhook-signature"]);
    world.db.advanceClock(2 * HOUR_MS + 1_000);
    await recordCustomer(merchant);
    assert.deepEqual(acceptedBy(secret, receiver.received[1]), []);
    assert.deepEqual(acceptedBy(next, receiver.received[1]), ["x-service-signature", "webhook-signature"]);
    await world.db.engine(finishRotations);
    await recordCustomer(merchant);
    assert.deepEqual(acceptedBy(secret, receiver.received[2]), []);
    assert.deepEqual(acceptedBy(next, receiver.received[2]), ["x-service-signature", "webhook-signature"]);
  });

  it("is replaced by the current secrets when a delivery is retried", async () => {
    const { merchant, receiver, path, secret } = await subscribed();
    receiver.onRequest((_request, response) => void response.writeHead(500).end());
    await recordCustomer(merchant);
    const next = (await merchant.post(`${path}/rotate`, { overlap_hours: 0 })).body.data.secret;
    receiver.onRequest((_request, response) => void response.writeHead(200).end());
    world.db.advanceClock(HOUR_MS);
    await world.waitUntilIdle();
    assert.deepEqual(acceptedBy(secret, receiver.received[0]).length, 2);
    assert.deepEqual(acceptedBy(secret, receiver.received[1]), []);
    assert.deepEqual(acceptedBy(next, receiver.received[1]).length, 2);
    assert.equal(receiver.received[0]?.body, receiver.received[1]?.body);
  });

  it("is void at once when the new one is confirmed", async () => {
    const { merchant, receiver, path } = await subscribed();
    assertRefused(await merchant.post(`${path}/rotate/confirm`), 422);
    const next = (await merchant.post(`${path}/rotate`)).body.data.secret;
    const { data } = (await merchant.post(`${path}/rotate/confirm`)).body;
    assert.equal(data.next_secret_from, null);
    await recordCustomer(merchant);
    assert.deepEqual(acceptedBy(next, receiver.received[0]), ["x-service-signature", "webhook-signature"]);
  });

  it("stays valid when the new one is canceled, which is possible only during the overlap", async () => {
    const { merchant, receiver, path, secret } = await subscribed();
    assertRefused(await merchant.post(`${path}/rotate/cancel`), 422);
    await merchant.post(`${path}/rotate`, { overlap_hours: 1 });
    const { status, body } = await merchant.post(`${path}/rotate/cancel`);
    assert.deepEqual([status, body.data.next_secret_from], [200, null]);
    await recordCustomer(merchant);
    assert.deepEqual(acceptedBy(secret, receiver.received[0]), ["x-service-signature", "webhook-signature"]);
    await merchant.post(`${path}/rotate`, { overlap_hours: 1 });
    world.db.advanceClock(HOUR_MS + 1);
    assertRefused(await merchant.post(`${path}/rotate/cancel`), 422);
  });

  it("cannot be rotated again during a rotation, except for a leaked secret", async () => {
    const { merchant, path } = await subscribed();
    await merchant.post(`${path}/rotate`);
    assertRefused(await merchant.post(`${path}/rotate`), 409);
    assert.equal((await merchant.post(`${path}/rotate`, { overlap_hours: 0 })).body.data.next_secret_from, null);
    assert.equal((await merchant.post(`${path}/rotate`, { overlap_hours: 168 })).status, 200);
    assertRefused(await merchant.post(`${path}/rotate`, { overlap_hours: 169 }), 400, "overlap_hours");
  });

  it("is accepted under load by a receiver with either secret", async () => {
    const { merchant, receiver, path, secret } = await subscribed();
    await merchant.send("PUT", path, { rate_limit: 0 });
    const making = Promise.all(
      Array.from({ length: 40 }, (_, number) =>
        merchant.post("/customers", { name: `C${number}`, email: "c@example.cm" }),
      ),
    );
    const next = (await merchant.post(`${path}/rotate`)).body.data.secret;
    await making;
    await world.waitUntilIdle();
    await Promise.all(
      Array.from({ length: 40 }, () => merchant.post("/customers", { name: "D", email: "d@example.cm" })),
    );
    await world.waitUntilIdle();
    assert.equal(receiver.received.length, 80);
    for (const request of receiver.received) {
      assert.ok(acceptedBy(secret, request).includes("x-service-signature"));
      assert.ok(acceptedBy(secret, request).includes("webhook-signature"));
    }
    for (const request of receiver.received.slice(40)) {
      assert.deepEqual(acceptedBy(next, request), ["x-service-signature-next", "webhook-signature"]);
    }
  });
});
