import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Tx } from "#db/tx.ts";
import { DAY_MS } from "#kernel/time.ts";
import { setApprovalRule } from "#resources/approvals/set-rule.ts";
import { addBlock, removeBlock } from "#resources/blocks/set.ts";
import { deleteOldGuarded } from "#resources/duplicate-guard/guard.ts";
import { setDuplicateGuard } from "#resources/duplicate-guard/set.ts";
import { decideTransfer } from "#resources/transfers/decide.ts";
import { fundDueTransfers } from "#resources/transfers/fund.ts";
import { assertRefused, fieldReasonsOf, postBeneficiary, transferOrderTo } from "#testing/orders.ts";
import { completePayment, directCharge, postPayment } from "#testing/payments.ts";
import { createTestUser } from "#testing/users.ts";
import { startTestWorld, type TestMerchant, type TestResponse } from "#testing/world.ts";
import { deleteOldUsage, freeLimits } from "./count.ts";
import type { LimitSetter, NewLimit } from "./schema.ts";
import { setLimit } from "./set.ts";

const world = await startTestWorld();

const sum = (maximum: number, terms: Partial<NewLimit> = {}): NewLimit => ({
  ...({ applies_to: "merchant", period: "month", measure: "amount", currency: "XAF", maximum } as const),
  ...terms,
});
const count = (maximum: number, terms: Partial<NewLimit> = {}): NewLimit => ({
  ...({ applies_to: "merchant", period: "month", measure: "count", maximum } as const),
  ...terms,
});

async function aShop(...limits: readonly NewLimit[]): Promise<TestMerchant> {
  const shop = await world.merchant({ balance: 100_000n });
  for (const limit of limits) await limitBy(shop, "platform", limit);
  return shop;
}

const limitBy = (shop: TestMerchant, set_by: LimitSetter, limit: NewLimit) =>
  world.db.engine((tx) => setLimit(tx, shop, limit, { set_by, actor: "operator:test" }));

const transfer = (amount: number, digits = "000000") => ({ ...transferOrderTo(digits), amount });

function assertLimited(answer: TestResponse, params: object): void {
  assertRefused(answer, 422);
  assert.equal(answer.body.reason, "limit_exceeded");
  const { limit, free_at, ...rest } = answer.body.reason_params;
  assert.match(limit, /^lim_/);
  assert.ok(Number(answer.headers.get("retry-after")) > 0);
  assert.ok(Date.parse(free_at) > 0);
  assert.deepEqual(rest, params);
}

const monthly = (maximum: number, remaining: number, applies_to = "merchant") => ({
  ...{ applies_to, period: "month", measure: "amount", maximum, remaining, currency: "XAF" },
});

const used = async (shop: TestMerchant) =>
  (await shop.get("/limits")).body.limits.map((limit: { used?: number }) => limit.used);

describe("a limit on the sum of money out", () => {
  it("422: refuses the transfer that would exceed it, changes nothing, and names the remaining amount", async () => {
    const shop = await aShop(sum(100));
    assert.equal((await shop.post("/transfers", transfer(60))).status, 201);
    await world.waitUntilIdle();
    const before = await shop.balance();
    const order = { ...transfer(41), reference: "again" };
    const key = { "idempotency-key": "limit-1" };
    assertLimited(await shop.post("/transfers", order, key), monthly(100, 40));
    assert.deepEqual(await shop.balance(), before);
    assert.equal((await shop.get("/transfers")).body.totals, 1);
    assert.deepEqual(await used(shop), [60]);
    await limitBy(shop, "platform", sum(101));
    assert.equal((await shop.post("/transfers", order, key)).status, 201, "the refusal was not stored");
    await world.assertCleanAudit();
  });

  it("counts transfers, bulks, refunds and withdrawals together", async () => {
    const shop = await aShop(sum(1_000));
    const payment = await completePayment(world, shop, 5_000);
    const wallet = { type: "mobile_money", name: "W", country: "CM", currency: "XAF", phone: "677000000" };
    const { id: account } = (await shop.post("/withdrawal-accounts", wallet)).body.withdrawal_account;
    await shop.post(`/withdrawal-accounts/${account}/confirm`);
    assert.equal((await shop.post("/transfers", transfer(100))).status, 201);
    assert.equal((await shop.post("/refunds", { payment, amount: 200 })).status, 201);
    assert.equal((await shop.post("/withdrawals", { account, amount: 300 })).status, 201);
    assert.deepEqual(await used(shop), [600]);
    assertLimited(await shop.post("/refunds", { payment, amount: 401 }), monthly(1_000, 400));
    assertLimited(await shop.post("/withdrawals", { account, amount: 401 }), monthly(1_000, 400));
    const bulk = (amounts: readonly number[]) => {
      const entry = (amount: number, row: number) => ({
        ...{ amount, channel: "cm.mtn", beneficiary_data: { name: "P", phone: `67710000${row}` } },
      });
      return { currency: "XAF", transfers: amounts.map(entry) };
    };
    assertLimited(await shop.post("/transfers/bulk", bulk([200, 201])), monthly(1_000, 400));
    assert.equal((await shop.get("/transfers")).body.totals, 1, "no entry of the bulk was accepted");
    assert.equal((await shop.post("/transfers/bulk", bulk([200, 200]))).status, 201);
    assertLimited(await shop.post("/transfers", transfer(1)), monthly(1_000, 0));
    await world.waitUntilIdle();
    await world.assertCleanAudit();
  });

  it("gives back the share of an order that fails, is canceled or is rejected", async () => {
    const shop = await aShop(sum(100), count(3));
    assert.equal((await shop.post("/transfers", transfer(100, "000002"))).status, 201);
    await world.waitUntilIdle();
    assert.deepEqual(await used(shop), [0, 0]);
    const scheduled = { ...transfer(100), scheduled_at: new Date(Date.now() + 60_000).toISOString() };
    const { id } = (await shop.post("/transfers", scheduled)).body.transfer;
    assert.deepEqual(await used(shop), [100, 1]);
    assert.equal((await shop.send("DELETE", `/transfers/${id}`)).status, 202);
    assert.deepEqual(await used(shop), [0, 0]);
    const { scheduled_at, ...entry } = scheduled;
    const bulk = await shop.post("/transfers/bulk", { currency: "XAF", transfers: [entry], scheduled_at });
    assert.deepEqual(await used(shop), [100, 1]);
    assert.equal((await shop.send("DELETE", `/transfers/bulk/${bulk.body.bulk_transfer.id}`)).status, 202);
    assert.deepEqual(await used(shop), [0, 0]);
    const wallet = { type: "mobile_money", name: "W", country: "CM", currency: "XAF", phone: "677000002" };
    const { id: account } = (await shop.post("/withdrawal-accounts", wallet)).body.withdrawal_account;
    await shop.post(`/withdrawal-accounts/${account}/confirm`);
    assert.equal((await shop.post("/withdrawals", { account, amount: 100 })).status, 201);
    await world.waitUntilIdle();
    assert.deepEqual(await used(shop), [0, 0]);
    const payment = await completePayment(world, shop, 5_000);
    const owner = await createTestUser(world, shop.id, "owner");
    await owner.signIn();
    await world.db.engine((tx) => setApprovalRule(tx, shop, { amount_above: 10, every_bulk: true }, "test"));
    const waiting = [
      (await shop.post("/transfers", transfer(60))).body.transfer.id,
      (await shop.post("/refunds", { payment, amount: 40 })).body.refund.id,
    ];
    assert.deepEqual(await used(shop), [100, 2]);
    for (const order of waiting) {
      const path = `/merchants/${shop.id}/test/approvals/${order}/reject`;
      assert.equal((await owner.send("POST", path, { reason: "no" })).status, 200);
    }
    assert.deepEqual(await used(shop), [0, 0]);
    await world.assertCleanAudit();
  });

  it("is not passed by simultaneous transfers, bulks and refunds", async () => {
    const shop = await aShop(sum(1_000), count(4, { applies_to: "payee" }));
    const payment = await completePayment(world, shop, 5_000);
    const entries = [1, 2].map((amount) => ({ ...transfer(amount * 100), currency: undefined }));
    const bulk = () => shop.post("/transfers/bulk", { currency: "XAF", transfers: entries });
    const answers = await Promise.all([
      ...[bulk(), bulk(), bulk()],
      ...[300, 300, 300].map((amount) => shop.post("/refunds", { payment, amount })),
      ...[300, 300, 300].map((amount, index) => shop.post("/transfers", transfer(amount, `10000${index}`))),
    ]);
    const refusals = answers.filter(({ status }) => status !== 201);
    assert.equal(answers.length - refusals.length, 3);
    for (const { body, text } of refusals) assert.equal(body.reason, "limit_exceeded", text);
    assert.equal((await used(shop))[0], 900);
    await world.waitUntilIdle();
    await world.assertCleanAudit();
  });

  it("gives a share back once, for all orders of a transaction", async () => {
    const shop = await aShop(sum(1_000));
    const ids: string[] = [];
    for (const amount of [1, 20, 300]) ids.push((await shop.post("/transfers", transfer(amount))).body.transfer.id);
    const [first, second] = ids.map((id) => ({ merchant: shop.id, environment: "test" as const, id }));
    assert.ok(first && second);
    for (const _ of [1, 2]) {
      await world.db.engine(async (tx) => {
        freeLimits(tx, [first]);
        freeLimits(tx, [second, first]);
      });
      assert.deepEqual(await used(shop), [300]);
    }
  });

  it("counts a scheduled transfer in the period of its due time", async () => {
    const shop = await aShop(sum(100, { period: "day" }));
    const later = { ...transfer(100), scheduled_at: new Date(Date.now() + 3 * DAY_MS).toISOString() };
    assert.equal((await shop.post("/transfers", later)).status, 201);
    assert.deepEqual(await used(shop), [0]);
    const refused = await shop.post("/transfers", { ...later, amount: 1 });
    assert.equal(refused.body.reason, "limit_exceeded", refused.text);
    assert.ok(Date.parse(refused.body.reason_params.free_at) > Date.now() + 2 * DAY_MS);
    assert.equal((await shop.post("/transfers", transfer(100))).status, 201);
    await world.assertCleanAudit();
  });

  it("applies to its merchant and environment only, also among simultaneous orders", async () => {
    const [shop, other] = [await aShop(count(0)), await aShop()];
    const limit_in_live = (tx: Tx) =>
      setLimit(tx, { merchant: other.id, environment: "live" }, count(0), { set_by: "platform", actor: "test" });
    await world.db.engine(limit_in_live);
    const answers = await Promise.all([shop, other, shop, other].map((one) => one.post("/transfers", transfer(1))));
    assert.deepEqual(
      answers.map(({ status }) => status),
      [422, 201, 422, 201],
    );
  });

  it("applies to the orders in its currency only, and a number to all", async () => {
    const shop = await aShop(sum(10, { currency: "EUR" }), count(1));
    assert.equal((await shop.post("/transfers", transfer(50))).status, 201);
    assertLimited(await shop.post("/transfers", transfer(50)), {
      ...{ applies_to: "merchant", period: "month", measure: "count", maximum: 1, remaining: 0, currency: "" },
    });
  });
});

describe("a limit of each holder", () => {
  it("counts every payee apart, listed or not", async () => {
    const shop = await aShop(sum(100, { applies_to: "payee" }));
    const beneficiary = await postBeneficiary(shop, { phone: "+237677000000" });
    const { beneficiary_data: _, ...order } = transfer(60);
    assert.equal((await shop.post("/transfers", { ...order, beneficiary })).status, 201);
    assertLimited(await shop.post("/transfers", transfer(60)), monthly(100, 40, "payee"));
    assert.equal((await shop.post("/transfers", transfer(60, "123456"))).status, 201);
    const account = { account_number: "10005000010123456789012", bank_code: "10005" };
    const bank = { name: "B", phone: "677000111", country: "CM", ...account };
    const to_bank = { amount: 60, currency: "XAF", channel: "cm.bank", beneficiary_data: bank };
    assert.equal((await shop.post("/transfers", to_bank)).status, 201);
    assertLimited(await shop.post("/transfers", to_bank), monthly(100, 40, "payee"));
    const counters = await world.rows(`select counter from limit_usage where merchant = '${shop.id}'`);
    assert.ok(counters.every(({ counter }) => !String(counter).includes("10005000010123456789012")));
    await world.assertCleanAudit();
  });

  it("counts every key and person apart, or only the named one", async () => {
    const shop = await aShop(count(1, { applies_to: "key" }), count(1, { applies_to: "person" }));
    const other = await world.inEnvironment(shop, "test");
    const user = await createTestUser(world, shop.id, "owner");
    await user.signIn();
    const path = `/merchants/${shop.id}/test/transfers`;
    assert.equal((await shop.post("/transfers", transfer(1))).status, 201);
    assert.equal((await other.post("/transfers", transfer(1))).status, 201);
    assert.equal((await user.send("POST", path, transfer(1))).status, 201);
    for (const answer of [await shop.post("/transfers", transfer(1)), await other.post("/transfers", transfer(1))]) {
      assert.deepEqual([answer.body.reason, answer.body.reason_params.applies_to], ["limit_exceeded", "key"]);
    }
    const refused = await user.send("POST", path, transfer(1));
    assert.deepEqual([refused.body.reason, refused.body.reason_params.applies_to], ["limit_exceeded", "person"]);
  });

  it("counts every payer apart: a failed try is free again, and a refund is not", async () => {
    const shop = await aShop(sum(5_000, { applies_to: "payer" }));
    await completePayment(world, shop, 3_000);
    const { id } = await postPayment(shop, { amount: 3_000 });
    assertLimited(await shop.post(`/payments/${id}`, directCharge()), monthly(5_000, 2_000, "payer"));
    assert.equal((await shop.get(`/payments/${id}`)).body.transaction.status, "pending");
    assert.equal((await shop.post(`/payments/${id}`, directCharge("000002"))).status, 202);
    await world.waitUntilIdle();
    const { id: next } = await postPayment(shop, { amount: 5_000 });
    assert.equal((await shop.post(`/payments/${next}`, directCharge("000002"))).status, 202);
    await world.waitUntilIdle();
    await world.assertCleanAudit();
  });
});

describe("the limits of a merchant", () => {
  it("may be stricter than those of the platform operator, and not looser", async () => {
    const shop = await aShop(sum(100));
    const owner = await createTestUser(world, shop.id, "owner");
    const viewer = await createTestUser(world, shop.id, "viewer");
    await owner.signIn();
    await viewer.signIn();
    const at = (path: string) => `/merchants/${shop.id}/test${path}`;
    assert.deepEqual(fieldReasonsOf(await owner.send("PUT", at("/limits"), sum(101))), {
      maximum: ["limit_not_stricter"],
    });
    assert.equal((await viewer.send("PUT", at("/limits"), sum(50))).status, 403);
    assert.equal((await owner.send("PUT", at("/limits"), sum(50))).status, 200);
    assertLimited(await shop.post("/transfers", transfer(51)), monthly(50, 50));
    assert.equal((await shop.post("/transfers", transfer(50))).status, 201);
    const { limits } = (await shop.get("/limits")).body;
    assert.deepEqual(
      limits.map((limit: { set_by: string; maximum: number; used: number }) => [
        limit.set_by,
        limit.maximum,
        limit.used,
      ]),
      [
        ["platform", 100, 50],
        ["merchant", 50, 50],
      ],
    );
    const [platform, own] = limits;
    assert.equal((await owner.send("DELETE", at(`/limits/${platform.id}`))).status, 404);
    assert.equal((await owner.send("DELETE", at(`/limits/${own.id}`))).status, 200);
    assertLimited(await shop.post("/transfers", transfer(51)), monthly(100, 50));
    const log = await world.rows(
      `select action from audit_log where merchant = '${shop.id}' and action like 'limit.%' order by number`,
    );
    assert.deepEqual(
      log.map(({ action }) => action),
      ["limit.set", "limit.set", "limit.removed"],
    );
    await world.assertCleanAudit();
  });

  it("422: need a currency for a sum, none for a number, and a holder of the merchant", async () => {
    const shop = await aShop();
    const refused = async (limit: NewLimit, field: string, reason: string) =>
      assert.rejects(limitBy(shop, "merchant", limit), (error: { fields?: Record<string, { reason: string }[]> }) => {
        assert.equal(error.fields?.[field]?.[0]?.reason, reason);
        return true;
      });
    const { currency: _, ...without_currency } = sum(1);
    await refused(without_currency, "currency", "limit_currency");
    await refused(count(1, { currency: "XAF" }), "currency", "limit_currency");
    await refused(count(1, { applies_to: "key", holder: "key_nobody" }), "holder", "limit_holder");
    await refused(count(1, { applies_to: "payee", holder: "+237677000000" }), "holder", "limit_holder");
    assert.deepEqual(await used(shop), []);
  });
});

describe("the duplicate guard", () => {
  const guard = (shop: TestMerchant, minutes: number | null) =>
    world.db.engine((tx) => setDuplicateGuard(tx, shop, minutes, "test"));
  const bulk = (amount: number, fields: object = {}) => ({
    ...{ currency: "XAF", ...fields },
    transfers: [
      { amount: 7, channel: "cm.mtn", beneficiary_data: { name: "P", phone: "677100000" } },
      { amount, channel: "cm.mtn", beneficiary_data: { name: "P", phone: "677000000" } },
    ],
  });

  it("is off by default; a merchant's guard refuses a second transfer, and names the first", async () => {
    const shop = await aShop();
    const order = transfer(50);
    assert.equal((await shop.post("/transfers", order)).status, 201);
    assert.equal((await shop.post("/transfers", order)).status, 201);
    await guard(shop, 60);
    assert.deepEqual((await shop.get("/limits")).body.duplicate_guard, { minutes: 60 });
    const first = (await shop.post("/transfers", order)).body.transfer.id;
    await world.waitUntilIdle();
    const before = await shop.balance();
    const key = { "idempotency-key": "duplicate-1" };
    const refused = await shop.post("/transfers", order, key);
    assertRefused(refused, 422);
    assert.deepEqual([refused.body.reason, refused.body.reason_params.transfer], ["possible_duplicate", first]);
    assert.deepEqual(await shop.balance(), before);
    assert.equal((await shop.post("/transfers", transfer(51))).status, 201, "another amount");
    assert.equal((await shop.post("/transfers", transfer(50, "123456"))).status, 201, "another payee");
    assert.equal((await shop.post("/transfers", { ...order, allow_duplicate: true })).status, 201);
    await guard(shop, null);
    assert.equal((await shop.post("/transfers", order, key)).status, 201, "the refusal was not stored");
    await world.waitUntilIdle();
    await world.assertCleanAudit();
  });

  it("applies to a request that asks for it, and not to a failed, canceled or rejected transfer", async () => {
    const shop = await aShop();
    const order = { ...transfer(50), allow_duplicate: false };
    const failing = { ...transfer(50, "000002"), allow_duplicate: false };
    assert.equal((await shop.post("/transfers", order)).status, 201);
    assert.equal((await shop.post("/transfers", order)).body.reason, "possible_duplicate");
    assert.equal((await shop.post("/transfers", transfer(50))).status, 201, "nothing asked for");
    assert.equal((await shop.post("/transfers", failing)).status, 201);
    await world.waitUntilIdle();
    assert.equal((await shop.post("/transfers", failing)).status, 201);
    const scheduled = {
      ...bulk(51, { allow_duplicate: false }),
      scheduled_at: new Date(Date.now() + DAY_MS).toISOString(),
    };
    for (const _ of [1, 2]) {
      const { body, text } = await shop.post("/transfers/bulk", scheduled);
      assert.ok(body.bulk_transfer, text);
      assert.equal((await shop.send("DELETE", `/transfers/bulk/${body.bulk_transfer.id}`)).status, 202);
    }
    const canceled = { ...transfer(52), allow_duplicate: false, scheduled_at: scheduled.scheduled_at };
    for (const _ of [1, 2]) {
      const { body, text } = await shop.post("/transfers", canceled);
      assert.ok(body.transfer, text);
      assert.equal((await shop.send("DELETE", `/transfers/${body.transfer.id}`)).status, 202);
    }
    await world.db.engine((tx) => setApprovalRule(tx, shop, { amount_above: 52, every_bulk: false }, "test"));
    const decision = {
      state: "rejected",
      by: { id: (await createTestUser(world, shop.merchant, "owner")).id, name: "Anna" },
      reason: "no",
    } as const;
    const rejected = { ...transfer(53), allow_duplicate: false };
    for (const _ of [1, 2]) {
      const { body, text } = await shop.post("/transfers", rejected);
      assert.ok(body.transfer, text);
      await world.db.engine((tx) => decideTransfer(tx, shop, body.transfer.id, decision));
    }
    await world.waitUntilIdle();
    await world.assertCleanAudit();
  });

  it("accepts one of simultaneous equal transfers and bulks", async () => {
    const shop = await aShop();
    await guard(shop, 60);
    const answers = await Promise.all([
      ...[1, 2, 3].map(() => shop.post("/transfers", transfer(50))),
      ...[1, 2, 3].map(() => shop.post("/transfers/bulk", bulk(50))),
    ]);
    assert.equal(answers.filter(({ status }) => status === 201).length, 1);
    assert.ok(answers.every(({ status }) => status === 201 || status === 422));
    await world.waitUntilIdle();
    await world.assertCleanAudit();
  });

  it("recognizes a bank account however it is spelled, and stores none in the clear", async () => {
    const shop = await aShop(sum(1_000, { applies_to: "payee" }));
    await guard(shop, 60);
    const to = (account_number: string) => ({
      ...{ amount: 50, currency: "XAF", channel: "cm.bank" },
      beneficiary_data: { name: "B", phone: "677000111", country: "CM", account_number, bank_code: "10005" },
    });
    assert.equal((await shop.post("/transfers", to("+70005000010123"))).status, 201);
    assert.equal((await shop.post("/transfers", to("7000 5000 010-123"))).body.reason, "possible_duplicate");
    const stored = await world.rows(
      `select counter as text from limit_usage where merchant = '${shop.id}'
       union all select payee from guarded_transfers where merchant = '${shop.id}'`,
    );
    assert.ok(stored.length === 2 && stored.every(({ text }) => !String(text).includes("70005000010123")));
  });

  it("names the entry of a bulk, and refuses the whole bulk", async () => {
    const shop = await aShop();
    await guard(shop, 60);
    const first = (await shop.post("/transfers", transfer(50))).body.transfer.id;
    const refused = await shop.post("/transfers/bulk", bulk(50));
    assert.deepEqual(fieldReasonsOf(refused), { "transfers.1.amount": ["possible_duplicate"] });
    assert.equal(refused.body.field_reasons["transfers.1.amount"][0].params.transfer, first);
    assert.equal((await shop.get("/transfers")).body.totals, 1);
    assert.equal((await shop.post("/transfers/bulk", bulk(50, { allow_duplicate: true }))).status, 201);
    const csv = "name,phone,amount\nP,677000000,50\n";
    const file = (allow: boolean) =>
      shop.send("POST", `/transfers/bulk?currency=XAF&channel=cm.mtn&allow_duplicate=${allow}`, csv, {
        "content-type": "text/csv",
      });
    assert.deepEqual(fieldReasonsOf(await file(false)), { "transfers.0.amount": ["possible_duplicate"] });
    assert.equal((await file(true)).status, 201);
    await world.waitUntilIdle();
    await world.assertCleanAudit();
  });

  it("is set by an owner, with an entry in the audit log", async () => {
    const shop = await aShop();
    const owner = await createTestUser(world, shop.id, "owner");
    await owner.signIn();
    const at = `/merchants/${shop.id}/test/duplicate-guard`;
    assert.equal((await owner.send("PUT", at, { minutes: 10_081 })).status, 400);
    assert.equal((await owner.send("PUT", at, { minutes: 30 })).status, 200);
    assert.deepEqual((await shop.get("/limits")).body.duplicate_guard, { minutes: 30 });
    assert.equal((await owner.send("PUT", at, {})).status, 200);
    assert.equal((await shop.get("/limits")).body.duplicate_guard, null);
    const log = await world.rows(
      `select 1 from audit_log where merchant = '${shop.id}' and action = 'duplicate_guard.set'`,
    );
    assert.equal(log.length, 2);
  });
});

describe("a blocked number or account", () => {
  const block = (merchant: TestMerchant | null, fields: object) =>
    world.db.engine((tx) =>
      addBlock(
        tx,
        { merchant: merchant?.id ?? null, environment: "test" },
        { reason: "Reported by +237677000000", ...fields },
        "operator:test",
      ),
    );

  it("is not paid by any order, and does not pay", async () => {
    const shop = await aShop();
    const payment = await completePayment(world, shop, 5_000);
    const wallet = { type: "mobile_money", name: "W", country: "CM", currency: "XAF", phone: "677123456" };
    const { id: account } = (await shop.post("/withdrawal-accounts", wallet)).body.withdrawal_account;
    await shop.post(`/withdrawal-accounts/${account}/confirm`);
    const beneficiary = await postBeneficiary(shop, { phone: "+237677123456" });
    const before = await shop.balance();
    await block(shop, { phone: "6 77 12 34 56" });
    const order = transfer(50, "123456");
    const { beneficiary_data: _, ...stored } = order;
    const entry = { amount: 5, channel: "cm.mtn" };
    const bulk = {
      currency: "XAF",
      transfers: [
        { ...entry, beneficiary },
        { ...entry, beneficiary_data: { name: "P", phone: "677000000" } },
      ],
    };
    const { id } = await postPayment(shop);
    for (const [answer, field, reason] of [
      [await shop.post("/transfers", order), "beneficiary_data.phone", "payee_blocked"],
      [await shop.post("/transfers", { ...stored, beneficiary }), "beneficiary", "payee_blocked"],
      [await shop.post("/transfers/bulk", bulk), "transfers.0.beneficiary", "payee_blocked"],
      [await shop.post("/refunds", { payment, amount: 5 }), "payment", "payee_blocked"],
      [await shop.post("/withdrawals", { account, amount: 5 }), "account", "payee_blocked"],
      [await shop.post(`/payments/${id}`, directCharge()), "data.phone", "payer_blocked"],
    ] as const) {
      assert.equal(answer.status, 422, answer.text);
      assert.deepEqual(fieldReasonsOf(answer), { [field]: [reason] });
    }
    const check = (await shop.post("/transfers/bulk/check", bulk)).body.bulk_check;
    assert.deepEqual(Object.keys(check.errors), ["transfers.0.beneficiary"]);
    assert.deepEqual(await shop.balance(), before);
    assert.equal((await shop.get("/transfers")).body.totals, 0);
    assert.equal((await shop.post("/transfers", transfer(50))).status, 201, "another number");
    const other = await aShop();
    await world.db.engine((tx) =>
      addBlock(
        tx,
        { merchant: other.id, environment: "live" },
        { phone: "677123456", reason: "live" },
        "operator:test",
      ),
    );
    assert.equal((await other.post("/transfers", order)).status, 201, "another merchant, another environment");
    await world.waitUntilIdle();
    await world.assertCleanAudit();
  });

  it("of the platform operator applies to every merchant; a bank account is identified with its bank", async () => {
    const shops = [await aShop(), await aShop()];
    const account = { account_number: "90005000010123456789012", bank_code: "10005" };
    const { id } = await block(null, account);
    const to = (bank_code: string) => ({
      ...{ amount: 50, currency: "XAF", channel: "cm.bank" },
      beneficiary_data: { name: "B", phone: "677000111", country: "CM", ...account, bank_code },
    });
    for (const shop of shops) {
      const refused = await shop.post("/transfers", to("10005"));
      assert.deepEqual(fieldReasonsOf(refused), { "beneficiary_data.account_number": ["payee_blocked"] });
      assert.equal((await shop.post("/transfers", to("10003"))).status, 201);
    }
    await world.db.engine((tx) => removeBlock(tx, { merchant: null, environment: "test" }, id, "operator:test"));
    assert.equal((await shops[0]?.post("/transfers", to("10005")))?.status, 201);
  });

  it("is set by an owner, shown by its last digits, and masked in the audit log", async () => {
    const shop = await aShop();
    const owner = await createTestUser(world, shop.id, "owner");
    await owner.signIn();
    const at = (path: string) => `/merchants/${shop.id}/test${path}`;
    const fraud = { phone: "+237699112233", reason: "Fraud, see +237677000000" };
    assert.equal((await owner.send("POST", at("/blocks"), fraud)).status, 200);
    assert.deepEqual(fieldReasonsOf(await owner.send("POST", at("/blocks"), fraud)), { phone: ["already_blocked"] });
    const neither = await owner.send("POST", at("/blocks"), { reason: "x" });
    assert.deepEqual(fieldReasonsOf(neither), { phone: ["block_party"] });
    const platform = await block(null, { phone: "+237699445566" });
    const [item, ...others] = (await owner.send("GET", at("/blocks"))).body.items;
    assert.deepEqual([item.number, item.set_by, others.length], ["…233", "merchant", 0]);
    assert.equal((await owner.send("DELETE", at(`/blocks/${platform.id}`))).status, 404);
    assert.equal((await owner.send("DELETE", at(`/blocks/${item.id}`))).status, 200);
    const log = await world.rows(
      `select action, "before", "after" from audit_log where merchant = '${shop.id}' and action like 'block.%' order by number`,
    );
    assert.deepEqual(
      log.map(({ action }) => action),
      ["block.added", "block.removed"],
    );
    const written = JSON.stringify(log) + world.log.join("");
    for (const number of ["699112233", "699445566", "90005000010123456789012"])
      assert.ok(!written.includes(number), number);
  });
});

describe("a due transfer without money", () => {
  it("gives back its share, and can be sent again", async () => {
    const still = await startTestWorld({ works: false });
    const shop = await still.merchant({ balance: 10n });
    await still.db.engine((tx) => setLimit(tx, shop, sum(100), { set_by: "platform", actor: "operator:test" }));
    const scheduled_at = new Date(Date.now() + DAY_MS).toISOString();
    const order = { ...transfer(100), allow_duplicate: false, scheduled_at, reserve_funds: "at_due" };
    assert.equal((await shop.post("/transfers", order)).status, 201);
    still.db.advanceClock(2 * DAY_MS);
    await still.db.engine(fundDueTransfers);
    assert.deepEqual(await still.rows("select used::int from limit_usage"), [{ used: 0 }]);
    assert.deepEqual(await still.rows("select 1 from guarded_transfers union all select 1 from limit_shares"), []);
    await still.assertCleanAudit();
  });
});

describe("counters of past periods", async () => {
  it("are deleted, after their limits have begun again", async () => {
    const still = await startTestWorld({ works: false });
    const shop = await still.merchant({ balance: 100_000n });
    const author = { set_by: "platform" as const, actor: "operator:test" };
    await still.db.engine((tx) => setLimit(tx, shop, sum(100, { period: "day" }), author));
    const order = { ...transfer(100), allow_duplicate: false };
    assert.equal((await shop.post("/transfers", order)).status, 201);
    assert.equal((await shop.post("/transfers", transfer(1))).body.reason, "limit_exceeded");
    still.db.advanceClock(DAY_MS);
    assert.equal((await shop.post("/transfers", order)).status, 201);
    still.db.advanceClock(40 * DAY_MS);
    await still.db.engine(deleteOldUsage);
    await still.db.engine(deleteOldGuarded);
    assert.deepEqual(await still.rows("select 1 from guarded_transfers"), []);
    assert.deepEqual(await still.rows("select 1 from limit_usage union all select 1 from limit_shares"), []);
    await still.assertCleanAudit();
  });
});
