import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setApprovalRule } from "#resources/approvals/set-rule.ts";
import { setLimit } from "#resources/limits/set.ts";
import { resolveReview } from "#resources/review/resolve.ts";
import { assertRefused } from "#testing/orders.ts";
import { completePayment, directCharge, postPayment } from "#testing/payments.ts";
import { scriptedProvider } from "#testing/scripted-provider.ts";
import { atOnce, startTestWorld } from "#testing/world.ts";

const world = await startTestWorld();

describe("POST /refunds", () => {
  it("201: in parts and then the rest, to the number that paid, out of the balance", async () => {
    const merchant = await world.merchant({ balance: 0n });
    const payment = await completePayment(world, merchant, 5_000);
    const part = await merchant.post("/refunds", {
      payment,
      amount: 1_500,
      reason: "One was sold out",
      metadata: { n: 1 },
    });
    assert.equal(part.status, 201, part.text);
    const { id, created_at, updated_at, ...rest } = part.body.refund;
    assert.match(id, /^ref_/);
    assert.deepEqual(rest, {
      ...{ payment, amount: 1_500, currency: "XAF", status: "pending", channel: "cm.mtn", sandbox: true },
      ...{ reason: "One was sold out", metadata: { n: 1 } },
    });
    await world.waitUntilIdle();
    const stored_refund = (await merchant.get(`/refunds/${id}`)).body.refund;
    assert.equal(stored_refund.status, "complete");
    assert.ok(stored_refund.completed_at);
    assert.equal((await merchant.get(`/payments/${payment}`)).body.transaction.amount_refunded, 1_500);
    const rest_of_it = await merchant.post("/refunds", { payment });
    assert.equal(rest_of_it.body.refund.amount, 3_500);
    await world.waitUntilIdle();
    const { transaction } = (await merchant.get(`/payments/${payment}`)).body;
    assert.deepEqual([transaction.status, transaction.amount_refunded], ["complete", 5_000]);
    assert.deepEqual(await merchant.balance(), { available: 0, reserved: 0 });
    assertRefused(await merchant.post("/refunds", { payment }), 422, "payment");
    assert.equal((await merchant.get(`/refunds?payment=${payment}&status=complete`)).body.totals, 2);
  });

  it("422: more than is left, an unpaid payment, an unknown one, and an insufficient balance", async () => {
    const merchant = await world.merchant({ balance: 0n });
    const payment = await completePayment(world, merchant);
    const { id: unpaid } = await postPayment(merchant);
    assertRefused(await merchant.post("/refunds", { payment, amount: 5_001 }), 422, "amount");
    assertRefused(await merchant.post("/refunds", { payment: unpaid }), 422, "payment");
    assertRefused(await merchant.post("/refunds", { payment: "never" }), 422, "payment");
    assertRefused(await merchant.post("/refunds", { payment, amount: 0 }), 400, "amount");
    assertRefused(await merchant.post("/refunds", {}), 400, "payment");
    const spent = {
      ...{ amount: 4_000, currency: "XAF", channel: "cm.mtn" },
      beneficiary_data: { name: "P", phone: "677123456" },
    };
    assert.equal((await merchant.post("/transfers", spent)).status, 201);
    const broke = await merchant.post("/refunds", { payment });
    assert.deepEqual([broke.status, broke.body.reason], [422, "insufficient_funds"]);
    assert.equal((await merchant.get("/refunds")).body.totals, 0);
  });

  it("422: a payment in processing, failed or canceled cannot be refunded", async () => {
    const provider = scriptedProvider();
    const scripted = await startTestWorld({ provider });
    const merchant = await scripted.merchant({ balance: 10_000n });
    const { id: processing } = await postPayment(merchant);
    await merchant.post(`/payments/${processing}`, directCharge());
    await scripted.waitUntilIdle();
    provider.onSubmit(() => ({ outcome: "rejected", failure: { code: "payer_not_found", reason: "Nobody" } }));
    const { id: failed } = await postPayment(merchant);
    await merchant.post(`/payments/${failed}`, directCharge());
    await scripted.waitUntilIdle();
    const { id: canceled } = await postPayment(merchant);
    await merchant.send("DELETE", `/payments/${canceled}`);
    for (const [payment, status] of [
      [processing, "processing"],
      [failed, "failed"],
      [canceled, "canceled"],
    ]) {
      assert.equal((await merchant.get(`/payments/${payment}`)).body.transaction.status, status);
      assertRefused(await merchant.post("/refunds", { payment }), 422, "payment");
    }
    assert.deepEqual(await merchant.balance(), { available: 10_000, reserved: 0 });
    await scripted.assertCleanAudit();
  });

  it("a failed refund credits the merchant again, and may be repeated", async () => {
    const provider = scriptedProvider();
    const scripted = await startTestWorld({ provider });
    provider.onSubmit(({ kind }, time) =>
      kind === "refund" && time === 2
        ? { outcome: "rejected", failure: { code: "recipient_not_allowed", reason: "The wallet is full" } }
        : { outcome: "complete", provider_id: `p-${time}` },
    );
    const merchant = await scripted.merchant({ balance: 0n });
    // The repeated refund is below the approval rule and the limit only if the failed one no longer counts.
    await scripted.db.engine(async (tx) => {
      await setApprovalRule(tx, merchant, { amount_above: 5_000, every_bulk: false }, "test");
      const terms = { applies_to: "merchant", period: "month", measure: "amount" } as const;
      await setLimit(
        tx,
        merchant,
        { ...terms, currency: "XAF", maximum: 5_000 },
        { set_by: "platform", actor: "test" },
      );
    });
    const payment = await completePayment(scripted, merchant);
    const first = (await merchant.post("/refunds", { payment })).body.refund.id;
    await scripted.waitUntilIdle();
    const failed = (await merchant.get(`/refunds/${first}`)).body.refund;
    const [listed] = (await merchant.get("/refunds")).body.items;
    const event = (await merchant.get(`/events?resource=${first}&type=refund.failed`)).body.items[0];
    for (const one of [failed, listed, event.data]) {
      assert.deepEqual(
        [one.status, one.failure_code, one.failure_reason],
        ["failed", "recipient_not_allowed", "The wallet is full"],
      );
    }
    assert.deepEqual(await merchant.balance(), { available: 5_000, reserved: 0 });
    assert.equal((await merchant.get(`/payments/${payment}`)).body.transaction.amount_refunded, 0);
    await merchant.post("/refunds", { payment });
    await scripted.waitUntilIdle();
    assert.deepEqual(await merchant.balance(), { available: 0, reserved: 0 });
    const event_rows = await scripted.rows("select type from events where type like 'refund.%' order by id");
    assert.deepEqual(
      event_rows.map(({ type }) => type),
      ["refund.created", "refund.failed", "refund.created", "refund.complete"],
    );
    assert.deepEqual(
      provider.submitted.map(({ kind, receiver }) => `${kind} ${receiver}`),
      ["collect +237677123456", "refund +237677123456", "refund +237677123456"],
    );
    await scripted.assertCleanAudit();
  });

  it("422: a failed refund that was paid after all cannot be repeated", async () => {
    const provider = scriptedProvider();
    const scripted = await startTestWorld({ provider });
    const no = { outcome: "rejected", failure: { code: "provider_error", reason: "No" } } as const;
    provider.onSubmit(({ kind, amount }, time) =>
      kind === "refund" && amount === 3_000n ? no : { outcome: "complete", provider_id: `p-${time}` },
    );
    provider.onQuery(() => ({ state: "complete", provider_id: "late", amount: 3_000n }));
    const merchant = await scripted.merchant({ balance: 0n });
    const payment = await completePayment(scripted, merchant);
    const failed = (await merchant.post("/refunds", { payment, amount: 3_000 })).body.refund.id;
    await scripted.waitUntilIdle();
    const is_left = async (left: number) => {
      const more = await merchant.post("/refunds", { payment, amount: left + 1 });
      assert.equal(more.body.field_reasons?.amount?.[0].params.maximum, left, more.text);
    };
    await is_left(5_000);
    await fetch(provider.submitted[1]?.callback_url ?? "", { method: "POST", body: "{}" });
    await scripted.waitUntilIdle();
    await is_left(2_000);
    const [review] = await scripted.rows(`select id from reviews where subject = '${failed}'`);
    const decided = { note: "Seen on its statement", actor: "operator:root", needs_two: false };
    await scripted.db.engine((tx) => resolveReview(tx, String(review?.id), { ...decided, resolution: "correct" }));
    await is_left(2_000);
    assert.equal((await merchant.post("/refunds", { payment, amount: 2_000 })).status, 201);
    await scripted.waitUntilIdle();
    assertRefused(await merchant.post("/refunds", { payment }), 422, "payment");
    assert.deepEqual(await merchant.balance(), { available: 0, reserved: 0 });
    await scripted.assertCleanAudit();
  });

  it("422: a payment whose money did not arrive, or whose review is open, cannot be refunded", async () => {
    const provider = scriptedProvider();
    const scripted = await startTestWorld({ provider });
    provider.onSubmit(() => ({ outcome: "complete", provider_id: "p-1" }));
    const merchant = await scripted.merchant({ balance: 10_000n });
    const payment = await completePayment(scripted, merchant);
    const no = { code: "provider_error", reason: "No" } as const;
    provider.onQuery(() => ({ state: "failed", failure: no }));
    await fetch(provider.submitted[0]?.callback_url ?? "", { method: "POST", body: "{}" });
    await scripted.waitUntilIdle();
    const [review] = await scripted.rows(`select id from reviews where subject = '${payment}'`);
    const decided = { note: "It is not there", actor: "operator:root", needs_two: false };
    assertRefused(await merchant.post("/refunds", { payment }), 422, "payment");
    await scripted.db.engine((tx) => resolveReview(tx, String(review?.id), { ...decided, resolution: "correct" }));
    assertRefused(await merchant.post("/refunds", { payment }), 422, "payment");
    assert.deepEqual(await merchant.balance(), { available: 10_000, reserved: 0 });
    await scripted.assertCleanAudit();
  });

  it("concurrent requests through two servers never refund more than was paid", async () => {
    const second = await startTestWorld({ database_url: world.database_url });
    const merchant = await world.merchant({ balance: 100_000n });
    const payment = await completePayment(world, merchant, 5_000);
    const answers = await atOnce(40, (number) =>
      (number % 2 === 0 ? world : second).withExplicitHeaders(merchant).post("/refunds", { payment, amount: 700 }),
    );
    assert.equal(answers.filter(({ status }) => status === 201).length, 7);
    assert.ok(answers.every(({ status }) => status === 201 || status === 422));
    await world.waitUntilIdle();
    assert.equal((await merchant.get(`/payments/${payment}`)).body.transaction.amount_refunded, 4_900);
    assert.deepEqual(await merchant.balance(), { available: 100_100, reserved: 0 });
  });

  it("the same Idempotency-Key creates one refund", async () => {
    const merchant = await world.merchant();
    const payment = await completePayment(world, merchant);
    const send = () => merchant.post("/refunds", { payment, amount: 100 }, { "idempotency-key": "r-1" });
    const ids = [(await send()).body.refund.id, (await send()).body.refund.id];
    assert.equal(ids[0], ids[1]);
    assert.equal((await merchant.get("/refunds")).body.totals, 1);
  });
});

describe("GET /balance/history", () => {
  it("lists movements, newest first, with the balance after each, and adds up to the balance", async () => {
    const merchant = await world.merchant({ balance: 1_000n });
    const payment = await completePayment(world, merchant, 5_000);
    await merchant.post("/refunds", { payment, amount: 2_000 });
    await world.waitUntilIdle();
    const { body } = await merchant.get("/balance/history");
    assert.equal(body.code, 200);
    let running = Number((await merchant.get("/balance")).body.balance.total);
    for (const item of body.items) {
      assert.equal(item.balance, running, JSON.stringify(body.items));
      running += item.direction === "in" ? -item.amount : item.amount;
    }
    assert.equal(running, 0);
    assert.equal(body.totals, body.items.length);
    assertRefused(await merchant.get("/balance/history?currency=ZZZ"), 422, "currency");
  });
});

describe("the catalogue", () => {
  it("lists channels, countries, currencies and banks under `data`, for the public key alone", async () => {
    const merchant = await world.merchant();
    const data = async (path: string) => {
      const { status, body } = await merchant.send("GET", path, undefined, { "x-grant": "" });
      assert.equal(status, 200);
      return body.data;
    };
    const mtn = (await data("/channels")).find((channel: { id: string }) => channel.id === "cm.mtn");
    assert.deepEqual([mtn.currency, mtn.kinds, mtn.active], ["XAF", ["collect", "transfer"], true]);
    const cameroon = (await data("/countries")).find((country: { code: string }) => country.code === "CM");
    assert.deepEqual([cameroon.currency, cameroon.calling_code], ["XAF", "237"]);
    const franc = (await data("/currencies")).find((currency: { code: string }) => currency.code === "XAF");
    assert.equal(franc.digits, 0);
    const banks = await data("/banks?country=CM");
    assert.ok(banks.length > 5 && banks.every((bank: { country: string }) => bank.country === "CM"));
    assert.deepEqual(await data("/banks?country=FR"), []);
  });
});

it("the audit is clean afterwards", async () => {
  await world.waitUntilIdle();
  await world.assertCleanAudit();
});
