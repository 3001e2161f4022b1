import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import type { ServerResponse } from "node:http";
import { describe, it } from "node:test";
import { HOUR_MS } from "#kernel/time.ts";
import { setLimit } from "#resources/limits/set.ts";
import { resolveReview } from "#resources/review/resolve.ts";
import type { Resolution } from "#resources/review/schema.ts";
import { ssrfGuard } from "#resources/webhooks/transport/guard.ts";
import { transfer_order, transferOrderTo } from "#testing/orders.ts";
import { completePayment } from "#testing/payments.ts";
import { scriptedProvider } from "#testing/scripted-provider.ts";
import { startWebhookReceiver } from "#testing/webhook-receiver.ts";
import { startTestWorld, type TestMerchant } from "#testing/world.ts";
import { screeningService } from "./deliver.ts";
import type { NewHook } from "./schema.ts";
import { removeScreening, setScreening } from "./set.ts";

const provider = scriptedProvider();
provider.onSubmit(() => ({ outcome: "complete", provider_id: null }));
const world = await startTestWorld({ provider });
const service = await startWebhookReceiver();
const loopback = ssrfGuard({ ranges: ["127.0.0.0/8"], environments: ["test", "live"] });

/** Creates a merchant whose screening answers with this body. */
async function aShop(answer: object | string, hook: Partial<NewHook> = {}): Promise<TestMerchant & { secret: string }> {
  const shop = await world.merchant({ balance: 100_000n });
  const input = { url: service.url, timeout_ms: 500, when_unavailable: "wait" as const, ...hook };
  const secret = await world.db.engine((tx) => setScreening(tx, shop, input, { guard: loopback, actor: "test" }));
  answerWith(answer);
  return { ...shop, secret };
}

function answerWith(answer: object | string): void {
  const body = typeof answer === "string" ? answer : JSON.stringify(answer);
  service.onRequest((_request, response) => void response.writeHead(200).end(body));
}

const callsFor = (id: string) => provider.submitted.filter(({ reference }) => reference === `trf.${id}`).length;
const screeningsOf = (id: string) => service.received.filter(({ event }) => event.data.subject === id);

async function send(shop: TestMerchant, order: object = transfer_order): Promise<string> {
  const { body, text } = await shop.post("/transfers", order);
  assert.ok(body.transfer, text);
  await world.waitUntilIdle();
  return body.transfer.id;
}

const transferOf = async (shop: TestMerchant, id: string) => (await shop.get(`/transfers/${id}`)).body.transfer;

async function caseOf(subject: string): Promise<{ id: string; kind: string; provider_answer: string }> {
  const [row] = await world.rows(
    `select id, kind, provider_answer from reviews where subject = '${subject}' and state = 'open'`,
  );
  assert.ok(row, "there is an open case");
  return { id: String(row.id), kind: String(row.kind), provider_answer: String(row.provider_answer) };
}

const decide = (id: string, resolution: Resolution) =>
  world.db.engine((tx) => resolveReview(tx, id, { resolution, note: "seen", actor: "anna", needs_two: false }));

describe("a screening", () => {
  it("is asked once, signed, before a transfer is sent that it allows", async () => {
    const shop = await aShop({ decision: "allow" });
    const id = await send(shop);
    assert.equal((await transferOf(shop, id)).status, "complete");
    const [screening, ...others] = screeningsOf(id);
    assert.ok(screening);
    assert.equal(others.length, 0);
    assert.equal(callsFor(id), 1);
    const { headers, body, event } = screening;
    assert.equal(headers["x-service-signature"], createHmac("sha256", shop.secret).update(body).digest("hex"));
    assert.match(event.id, /^att_/);
    assert.equal(event.type, "screening");
    const { merchant, kind, amount, currency, receiver, receiver_name } = event.data;
    assert.deepEqual(
      [merchant, kind, amount, currency, receiver, receiver_name],
      [shop.id, "transfer", 1_000, "XAF", "+237677123456", "Jane Mballa"],
    );
    await world.assertCleanAudit();
  });

  it("refuses a transfer: it fails, its money is free, and nothing was sent", async () => {
    const shop = await aShop({ decision: "refuse", reason: "on a list" });
    const id = await send(shop);
    const { status, failure_code, failure_reason } = await transferOf(shop, id);
    assert.deepEqual([status, failure_code], ["failed", "refused_by_screening"]);
    assert.ok(!failure_reason.includes("on a list"));
    assert.equal(callsFor(id), 0);
    assert.deepEqual(await shop.balance(), { available: 100_000, reserved: 0 });
    await world.assertCleanAudit();
  });

  it("holds a transfer until a person releases it: it is sent once, without another screening", async () => {
    const shop = await aShop({ decision: "hold", reason: "new payee" });
    const id = await send(shop);
    assert.equal((await transferOf(shop, id)).status, "processing");
    assert.deepEqual(await shop.balance(), { available: 99_000, reserved: 1_000 });
    const held = await caseOf(id);
    assert.deepEqual([held.kind, held.provider_answer], ["held_by_screening", "held: new payee"]);
    world.db.advanceClock(100 * HOUR_MS);
    await world.waitUntilIdle();
    assert.equal(callsFor(id), 0);
    await assert.rejects(decide(held.id, "complete"), { kind: "invalid" });
    await world.assertCleanAudit();
    await decide(held.id, "release");
    await world.waitUntilIdle();
    assert.equal((await transferOf(shop, id)).status, "complete");
    assert.deepEqual([callsFor(id), screeningsOf(id).length], [1, 1]);
    await world.assertCleanAudit();
  });

  it("holds a transfer although its reason has characters that cannot be stored", async () => {
    const shop = await aShop({ decision: "hold", reason: "a\u0000b" });
    const held = await caseOf(await send(shop));
    assert.deepEqual([held.kind, held.provider_answer], ["held_by_screening", "held: ab"]);
  });

  it("holds a transfer that a person ends: it fails and its money is free", async () => {
    const shop = await aShop({ decision: "hold" });
    const id = await send(shop);
    await decide((await caseOf(id)).id, "failed");
    await world.waitUntilIdle();
    const { status, failure_code } = await transferOf(shop, id);
    assert.deepEqual([status, failure_code, callsFor(id)], ["failed", "refused_by_screening", 0]);
    assert.deepEqual(await shop.balance(), { available: 100_000, reserved: 0 });
    await world.assertCleanAudit();
  });

  it("covers bulks and refunds, and no payment", async () => {
    const shop = await aShop({ decision: "refuse" });
    const payment = await completePayment(world, shop, 5_000);
    assert.equal(screeningsOf(payment).length, 0);
    const { id: refund } = (await shop.post("/refunds", { payment, amount: 500 })).body.refund;
    const entry = (digits: string) => ({
      ...{ amount: 10, channel: "cm.mtn" },
      beneficiary_data: { name: "P", phone: `677${digits}` },
    });
    const limit = { applies_to: "merchant", period: "month", measure: "count", maximum: 5 } as const;
    await world.db.engine((tx) => setLimit(tx, shop, limit, { set_by: "platform", actor: "test" }));
    const next = (await shop.post("/refunds", { payment, amount: 500 })).body.refund.id;
    await shop.post("/transfers/bulk", { currency: "XAF", transfers: [entry("000001"), entry("000002")] });
    await world.waitUntilIdle();
    assert.equal((await shop.get(`/refunds/${next}`)).body.refund.status, "failed");
    assert.equal((await shop.get("/limits")).body.limits[0].used, 0);
    const codes = (await shop.get("/transfers")).body.items.map((one: { failure_code: string }) => one.failure_code);
    assert.deepEqual(codes, ["refused_by_screening", "refused_by_screening"]);
    assert.equal((await shop.get(`/refunds/${refund}`)).body.refund.failure_code, "refused_by_screening");
    await world.assertCleanAudit();
  });
});

describe("a screening without a decision", () => {
  const hangs = (): void => service.onRequest(() => {});
  const faults: readonly (readonly [name: string, fault: () => void])[] = [
    ["an error", () => service.onRequest((_request, response) => void response.writeHead(500).end("{}"))],
    ["a page", () => answerWith("<html>ok</html>")],
    ["an unknown decision", () => answerWith({ decision: "perhaps" })],
    ["too large an answer", () => answerWith(`{"decision":"allow","more":"${"x".repeat(100_000)}"}`)],
    ["a redirect", () => service.onRequest(redirect)],
    ["no answer in time", hangs],
  ];
  for (const [name, fault] of faults) {
    it(`lets a transfer wait, and sends it once when it decides: ${name}`, async () => {
      const shop = await aShop({ decision: "allow" });
      fault();
      const { id } = (await shop.post("/transfers", transfer_order)).body.transfer;
      await service.waitFor((event) => event.data.subject === id);
      await world.waitUntilIdle();
      assert.equal(callsFor(id), 0);
      assert.deepEqual(await shop.balance(), { available: 99_000, reserved: 1_000 });
      await world.assertCleanAudit();
      answerWith({ decision: "allow" });
      world.db.advanceClock(HOUR_MS);
      await world.waitUntilIdle();
      assert.equal((await transferOf(shop, id)).status, "complete");
      assert.equal(callsFor(id), 1);
      await world.assertCleanAudit();
    });
  }

  it("reaches the review queue after days; another decision than `release` does not end the screening", async () => {
    const shop = await aShop("no decision");
    const id = await send(shop);
    for (let hours = 0; hours < 100; hours += 10) {
      world.db.advanceClock(10 * HOUR_MS);
      await world.waitUntilIdle();
    }
    const never_received = await caseOf(id);
    assert.equal(never_received.kind, "never_received");
    answerWith({ decision: "refuse" });
    await decide(never_received.id, "ask");
    await world.waitUntilIdle();
    assert.deepEqual([(await transferOf(shop, id)).failure_code, callsFor(id)], ["refused_by_screening", 0]);
    await world.assertCleanAudit();
  });

  it("allows a transfer, if the platform operator has chosen so", async () => {
    const shop = await aShop("no decision", { when_unavailable: "allow" });
    const id = await send(shop);
    assert.deepEqual([(await transferOf(shop, id)).status, screeningsOf(id).length], ["complete", 1]);
  });
});

function redirect(_request: unknown, response: ServerResponse): void {
  response.writeHead(302, { location: "http://127.0.0.1:1/" }).end('{"decision":"allow"}');
}

describe("an order that may have been sent", () => {
  it("is screened again before it is sent again, and is held without a second sending", async () => {
    const shop = await aShop({ decision: "allow" });
    provider.onSubmit(() => ({ outcome: "unknown", cause: { code: "connection_failed" } }));
    provider.onQuery(() => ({ state: "not_found" }));
    try {
      const id = await send(shop);
      answerWith({ decision: "hold", reason: "now on a list" });
      for (let time = 0; time < 24; time += 1) {
        world.db.advanceClock(HOUR_MS);
        await world.waitUntilIdle();
      }
      assert.equal(callsFor(id), 1);
      const held = await caseOf(id);
      assert.equal(held.kind, "held_by_screening");
      await world.assertCleanAudit();
      // The first sending has arrived after all: a released order is queried before it is sent again.
      provider.onQuery(() => ({ state: "complete", amount: null, provider_id: null }));
      await decide(held.id, "release");
      await world.waitUntilIdle();
      assert.deepEqual([(await transferOf(shop, id)).status, callsFor(id)], ["complete", 1]);
      await world.assertCleanAudit();
    } finally {
      provider.onSubmit(() => ({ outcome: "complete", provider_id: null }));
      provider.onQuery(() => ({ state: "pending" }));
    }
  });
});

describe("the setting of a screening", () => {
  it("applies to one environment of one merchant", async () => {
    const shop = await world.merchant({ balance: 100_000n });
    const input = { url: service.url, timeout_ms: 500, when_unavailable: "wait" as const };
    const live = { merchant: shop.id, environment: "live" } as const;
    await world.db.engine((tx) => setScreening(tx, live, input, { guard: loopback, actor: "test" }));
    await aShop({ decision: "refuse" });
    const id = await send(shop);
    assert.deepEqual([(await transferOf(shop, id)).status, screeningsOf(id).length], ["complete", 0]);
  });

  it("422: an address that is not on the public internet is refused", async () => {
    const shop = await world.merchant();
    const guard = ssrfGuard({ ranges: [], environments: [] });
    for (const url of ["http://127.0.0.1/", "http://10.0.0.1/", "http://localhost/", "ftp://example.cm/"]) {
      const input = { url, timeout_ms: 500, when_unavailable: "wait" as const };
      await assert.rejects(
        world.db.engine((tx) => setScreening(tx, shop, input, { guard, actor: "test" })),
        { kind: "invalid" },
      );
    }
  });

  it("without an address screens by the digits of the number; nothing is screened once it is removed", async () => {
    const shop = await aShop("", { url: null });
    const held = await send(shop, transferOrderTo("000007"));
    const refused = await send(shop, transferOrderTo("000008"));
    const allowed = await send(shop, transferOrderTo("123456"));
    const statuses = await Promise.all([held, refused, allowed].map(async (id) => (await transferOf(shop, id)).status));
    assert.deepEqual(statuses, ["processing", "failed", "complete"]);
    await world.db.engine((tx) => removeScreening(tx, shop, "test"));
    const log = await world.rows(
      `select "after" from audit_log where merchant = '${shop.id}' and action = 'screening.set' order by number`,
    );
    assert.deepEqual([log.length, log[1]?.after], [2, null]);
    assert.ok(!JSON.stringify(log).includes("whsec_"));
    await world.assertCleanAudit();
  });

  it("reads the hooks once for a hundred orders that are sent at the same time", async () => {
    const { merchant, environment } = await world.merchant();
    let reads = 0;
    const db: typeof world.db = {
      ...world.db,
      engineRead: (read) => {
        reads += 1;
        return world.db.engineRead(read);
      },
    };
    const screen = screeningService(db, { send: () => Promise.reject(new Error("nobody is asked")) }, "Kolo");
    const order = {
      ...({ merchant, environment, attempt: "att_1", subject: "trf_1", kind: "transfer", channel: "cm.mtn" } as const),
      ...{ country: "CM", amount: 500n, currency: "XAF", reference: "1", description: null },
      ...{ receiver: "+237677123456", receiver_name: null, bank_code: null },
    };
    const verdicts = await Promise.all(Array.from({ length: 100 }, () => screen(order)));
    assert.deepEqual([...new Set(verdicts.map(({ decision }) => decision))], ["allow"]);
    assert.equal(reads, 1);
  });
});
