import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { EVENT_TYPES } from "#server/events/events.ts";
import { PAGE_MAX_BYTES, PAGE_SIZE_MAX, RECORD_MAX_BYTES } from "#server/http/pagination.ts";
import { BODY_LIMIT_BYTES } from "#server/http/request-limits.ts";
import { ACCOUNT_NUMBER_MAX, BANK_CODE_MAX, DESCRIPTION_MAX, NAME_MAX, REFERENCE_MAX } from "#server/kernel/fields.ts";
import { METADATA } from "#server/kernel/metadata.ts";
import { ATTEMPTS_SHOWN_MAX } from "#server/resources/deliveries/schema.ts";
import { EVENT_MAX_BYTES } from "#server/resources/webhooks/delivery/deliver.ts";
import { completePayment } from "#server/testing/payments.ts";
import { startWebhookReceiver } from "#server/testing/webhook-receiver.ts";
import { startTestWorld, type TestMerchant } from "#server/testing/world.ts";

const world = await startTestWorld();

// JSON escapes this character to six bytes, more than any other character that a text may contain.
const LARGE = "\u0001";

/** Returns metadata of exactly 16 KiB as JSON. */
function largestMetadata(): object {
  const list = Array.from({ length: 5 }, () => LARGE.repeat(METADATA.text_max));
  const rest = METADATA.bytes_max - Buffer.byteLength(JSON.stringify({ list, rest: [] }));
  const texts = Array.from({ length: 2 }, () => "x".repeat(METADATA.text_max));
  const last = rest - Buffer.byteLength(JSON.stringify([...texts, ""])) + "[]".length;
  const metadata = { list, rest: [...texts, "x".repeat(last)] };
  assert.equal(Buffer.byteLength(JSON.stringify(metadata)), METADATA.bytes_max);
  return metadata;
}

const metadata = largestMetadata();
const AT_ONCE = 5;
const name = `N${LARGE.repeat(NAME_MAX - 1)}`;
const description = LARGE.repeat(DESCRIPTION_MAX);
const email = `${"j".repeat(241)}@example.cm.`.slice(0, 252).replace(/\.$/, "");
const callback = `https://shop.example.cm/${"é".repeat(1_900)}`;
const reference = (number: number): string => `${number}`.padEnd(REFERENCE_MAX, '"');
const account = { account_number: "1".repeat(ACCOUNT_NUMBER_MAX), bank_code: "1".repeat(BANK_CODE_MAX) };

/** The largest possible record of every resource that the API creates, by path. `number` makes values unique. */
const LARGEST: Readonly<Record<string, (number: number, payment: string) => object>> = {
  "/customers": (number) => ({ name, email: `${number}${email}`.slice(-250), phone: "+237 677 12 34 56", metadata }),
  "/beneficiaries": () => {
    const bank_account = { type: "bank_account", country: "CM", currency: "XAF" };
    return { ...bank_account, name, email, ...account, metadata };
  },
  "/payments": (number) => {
    const order = { amount: 1_000_000, currency: "XAF", phone: "677123456", name };
    return { ...order, reference: reference(number), description, callback, metadata };
  },
  "/payment-links": () => ({ name, title: name, currency: "XAF", amount: 5_000, description, callback, metadata }),
  "/invoices": (number) => {
    const part = (position: number) => ({
      amount: 100,
      due_at: `2030-${String(position + 1).padStart(2, "0")}-01T00:00:00Z`,
    });
    const instalments = Array.from({ length: 12 }, (_, position) => part(position));
    const order = { amount: 1_200, currency: "XAF", phone: "677123456", name, instalments };
    return { ...order, reference: reference(number), description, callback, metadata };
  },
  "/transfers": (number) => {
    const order = { amount: 1, currency: "XAF", channel: "cm.mobile", reference: reference(number) };
    return { ...order, beneficiary_data: { name, phone: "677123456", email }, description, metadata };
  },
  "/refunds": (_number, payment) => ({ payment, amount: 1, reason: description, metadata }),
};

async function created(merchant: TestMerchant, path: string, body: object): Promise<void> {
  const answer = await merchant.post(path, body);
  assert.equal(answer.status, 201, `${path}: ${answer.text.slice(0, 300)}`);
}

describe("the largest record of a resource", () => {
  for (const [path, largest] of Object.entries(LARGEST)) {
    it(`${path}: is accepted and delivered in full, and a full page of them stays within its limit`, async () => {
      const [merchant, receiver] = [await world.merchant({ balance: 1_000_000n }), await startWebhookReceiver()];
      const payment = path === "/refunds" ? await completePayment(world, merchant) : "";
      const events = EVENT_TYPES.filter((type) => type !== "webhook.test");
      await created(merchant, "/webhooks", { url: receiver.url, events, description });
      for (let first = 0; first < PAGE_SIZE_MAX; first += AT_ONCE) {
        const numbers = Array.from({ length: AT_ONCE }, (_, index) => first + index);
        await Promise.all(numbers.map((number) => created(merchant, path, largest(number, payment))));
      }
      await world.waitUntilIdle();

      const page = await merchant.get(`${path}?limit=${PAGE_SIZE_MAX}`);
      assert.equal(page.body.items?.length ?? page.body.data.length, PAGE_SIZE_MAX);
      const feed = await merchant.get(`/events?limit=${PAGE_SIZE_MAX}`);
      for (const { text } of [page, feed]) assert.ok(Buffer.byteLength(text) <= PAGE_MAX_BYTES, `${text.length}`);
      const sizes = receiver.received.map(({ body }) => Buffer.byteLength(body));
      const has_events = path !== "/payment-links";
      assert.ok(sizes.length >= (has_events ? PAGE_SIZE_MAX : 0), `${sizes.length} events arrived`);
      assert.ok(Math.max(0, ...sizes) <= RECORD_MAX_BYTES, `the largest event has ${Math.max(...sizes)} bytes`);
    });
  }

  it("fits within the limits of an event and of a request, as JSON and as a form", () => {
    assert.ok(RECORD_MAX_BYTES <= EVENT_MAX_BYTES);
    for (const largest of Object.values(LARGEST)) {
      const form = new URLSearchParams();
      for (const [field, value] of Object.entries(largest(1, ""))) form.set(field, String(value));
      // A form needs at most four bytes per byte of metadata: three for the percent-encoding, and one for the field
      // names.
      const metadata_bytes = 4 * METADATA.bytes_max;
      assert.ok(Buffer.byteLength(form.toString()) + metadata_bytes <= BODY_LIMIT_BYTES);
    }
  });
});

describe("metadata over its limit", () => {
  const over = { ...metadata, more: 1 };
  for (const [path, largest] of Object.entries(LARGEST)) {
    it(`${path} returns 400 and creates nothing`, async () => {
      const merchant = await world.merchant({ balance: 1_000_000n });
      const answer = await merchant.post(path, { ...largest(0, "pay_none"), metadata: over });
      assert.equal(answer.status, 400, answer.text);
      assert.deepEqual(Object.keys(answer.body.errors), ["metadata"]);
      assert.equal((await merchant.get(path)).body.totals ?? 0, 0);
    });
  }

  it("an entry of a bulk has the same limit as a transfer", async () => {
    const merchant = await world.merchant({ balance: 1_000_000n });
    const entry = { amount: 1, channel: "cm.mobile", beneficiary_data: { name: "Jane", phone: "677123456" } };
    const answer = await merchant.post("/transfers/bulk", {
      currency: "XAF",
      transfers: [entry, { ...entry, metadata: over }],
    });
    assert.equal(answer.status, 400, answer.text);
    assert.deepEqual(Object.keys(answer.body.errors), ["transfers.1.metadata"]);
  });
});

it("a delivery that was retried by hand many times shows its newest attempts", async () => {
  const [merchant, receiver] = [await world.merchant(), await startWebhookReceiver()];
  receiver.onRequest((_request, response) => response.writeHead(200).end("x".repeat(20_000)));
  const webhook = (await merchant.post("/webhooks", { url: receiver.url, events: ["customer.created"] })).body.data;
  await created(merchant, "/customers", { name: "Jane", email: "jane@example.cm" });
  await world.waitUntilIdle();
  const { body } = await merchant.get(`/webhooks/${webhook.id}/deliveries`);
  const path = `/webhooks/${webhook.id}/deliveries/${body.items[0].id}`;
  for (let retry = 0; retry < ATTEMPTS_SHOWN_MAX; retry += 1) {
    await merchant.post(`${path}/retry`);
    await world.waitUntilIdle();
  }
  const { delivery } = (await merchant.get(path)).body;
  assert.equal(delivery.attempts, ATTEMPTS_SHOWN_MAX + 1);
  const numbers = delivery.attempted.map((attempt: { number: number }) => attempt.number);
  assert.deepEqual(
    numbers,
    Array.from({ length: ATTEMPTS_SHOWN_MAX }, (_, index) => index + 2),
  );
});
