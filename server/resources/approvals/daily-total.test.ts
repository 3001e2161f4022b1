import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { DAY_MS, HOUR_MS } from "#kernel/time.ts";
import { transferOrderTo } from "#testing/orders.ts";
import { completePayment } from "#testing/payments.ts";
import { createTestUser, type TestUser } from "#testing/users.ts";
import { atOnce, startTestWorld, type TestMerchant } from "#testing/world.ts";
import { deleteOldDailyTotals } from "./daily-total.ts";
import { setApprovalRule } from "./set-rule.ts";

const world = await startTestWorld();
const second = await startTestWorld({ database_url: world.database_url });

interface Staff {
  readonly shop: TestMerchant;
  readonly owner: TestUser;
  readonly finance: TestUser;
  readonly at: (path: string) => string;
}

/** Creates a shop where a person may send 100 a day without approval. */
async function aShop(rule: object = { amount_above: 100, every_bulk: false }): Promise<Staff> {
  const shop = await world.merchant({ balance: 100_000n });
  const [owner, finance] = [
    await createTestUser(world, shop.id, "owner"),
    await createTestUser(world, shop.id, "finance"),
  ];
  await owner.signIn();
  await finance.signIn();
  const at = (path: string) => `/merchants/${shop.id}/test${path}`;
  const set = await owner.send("PUT", at("/approval-rule"), rule);
  assert.equal(set.status, 200, set.text);
  return { shop, owner, finance, at };
}

const transfer = (amount: number, digits = "000000") => ({ ...transferOrderTo(digits), amount });
const bulkOf = (amounts: readonly number[], digits = "12300") => ({
  currency: "XAF",
  transfers: amounts.map((amount, row) => ({
    ...{ amount, channel: "cm.mtn" },
    beneficiary_data: { name: `P ${row}`, phone: `677${digits}${row}` },
  })),
});

type CreatedOrder = { readonly id: string; readonly approval?: { readonly state: string } };

async function createOrder(by: TestUser, { at }: Staff, path: string, body: object): Promise<CreatedOrder> {
  const answer = await by.send("POST", at(path), body);
  assert.equal(answer.status, 201, answer.text);
  return answer.body.transfer ?? answer.body.bulk_transfer ?? answer.body.refund;
}

const stateOf = ({ approval }: CreatedOrder): string => approval?.state ?? "sent";

describe("the amount that one person may send without approval", () => {
  it("covers all transfers of 24 hours together", async () => {
    const staff = await aShop();
    const states = [];
    for (let time = 0; time < 5; time += 1) {
      states.push(stateOf(await createOrder(staff.finance, staff, "/transfers", transfer(100))));
    }
    assert.deepEqual(states, ["sent", "waiting", "waiting", "waiting", "waiting"]);
    assert.equal(stateOf(await createOrder(staff.owner, staff, "/transfers", transfer(60))), "sent", "another person");
    const rule = (await staff.owner.send("GET", staff.at("/approval-rule"))).body.rule;
    assert.deepEqual(rule, { currency: "XAF", amount_above: 100, every_bulk: false, sent: 60 });
    assert.equal(stateOf(await createOrder(staff.owner, staff, "/transfers", transfer(40))), "sent");
    assert.equal(stateOf(await createOrder(staff.owner, staff, "/transfers", transfer(1))), "waiting");
    await world.waitUntilIdle();
    await world.assertCleanAudit();
  });

  it("is shared by all keys of the business", async () => {
    const { shop } = await aShop();
    const states = [];
    for (let time = 0; time < 3; time += 1) {
      states.push(stateOf((await shop.post("/transfers", transfer(50))).body.transfer));
    }
    const other = await world.inEnvironment(shop, "test");
    states.push(stateOf((await other.post("/transfers", transfer(1))).body.transfer));
    assert.deepEqual(states, ["sent", "sent", "waiting", "waiting"]);
  });

  it("counts bulks and transfers together, and a bulk's check reports it beforehand", async () => {
    const staff = await aShop();
    assert.equal(stateOf(await createOrder(staff.finance, staff, "/transfers/bulk", bulkOf([30, 30]))), "sent");
    const check = async (amount: number) =>
      (await staff.finance.send("POST", staff.at("/transfers/bulk/check"), bulkOf([amount]))).body.bulk_check;
    assert.equal((await check(40)).needs_approval, false);
    assert.equal((await check(41)).needs_approval, true);
    assert.equal(stateOf(await createOrder(staff.finance, staff, "/transfers", transfer(41))), "waiting");
    assert.equal(stateOf(await createOrder(staff.finance, staff, "/transfers/bulk", bulkOf([20, 21]))), "waiting");
    assert.equal(stateOf(await createOrder(staff.finance, staff, "/transfers", transfer(40))), "sent");
    await world.waitUntilIdle();
    await world.assertCleanAudit();
  });

  it("is available again a day later, and not before", async () => {
    const staff = await aShop();
    assert.equal(stateOf(await createOrder(staff.finance, staff, "/transfers", transfer(100))), "sent");
    const pass = (ms: number) => [world, second].map(({ db }) => db.advanceClock(ms));
    pass(DAY_MS - HOUR_MS);
    await staff.finance.signIn();
    assert.equal(stateOf(await createOrder(staff.finance, staff, "/transfers", transfer(1))), "waiting");
    pass(HOUR_MS);
    await staff.finance.signIn();
    assert.equal(stateOf(await createOrder(staff.finance, staff, "/transfers", transfer(100))), "sent");
  });

  it("counts approved orders, and not waiting or rejected ones", async () => {
    const staff = await aShop();
    const { finance, owner, at } = staff;
    const [rejected, approved] = [
      await createOrder(finance, staff, "/transfers", transfer(5_000)),
      await createOrder(finance, staff, "/transfers", transfer(200)),
    ];
    assert.equal(stateOf(await createOrder(finance, staff, "/transfers", transfer(30))), "sent");
    await owner.send("POST", at(`/approvals/${rejected.id}/reject`), { reason: "no" });
    assert.equal(stateOf(await createOrder(finance, staff, "/transfers", transfer(30))), "sent");
    assert.equal((await owner.send("POST", at(`/approvals/${approved.id}/approve`), {})).status, 200);
    assert.equal(stateOf(await createOrder(finance, staff, "/transfers", transfer(1))), "waiting");
    assert.equal((await finance.send("GET", at("/approval-rule"))).body.rule.sent, 260);
    await world.waitUntilIdle();
    await world.assertCleanAudit();
  });

  it("does not count failed or canceled transfers, single or in a bulk", async () => {
    const staff = await aShop();
    const { finance, at } = staff;
    await createOrder(finance, staff, "/transfers", transfer(60, "000002"));
    // The sandbox refuses to pay the number of the second entry.
    await createOrder(finance, staff, "/transfers/bulk", bulkOf([20, 20], "00000"));
    await world.waitUntilIdle();
    const sent = async () => (await finance.send("GET", at("/approval-rule"))).body.rule.sent;
    assert.equal((await staff.shop.get("/transfers?status=failed")).body.totals, 2);
    assert.equal(await sent(), 20);
    await world.assertCleanAudit();
  });
});

describe("a canceled transfer", async () => {
  const still = await startTestWorld({ works: false });

  it("no longer counts, and old totals are deleted", async () => {
    const shop = await still.merchant({ balance: 100_000n });
    await still.db.engine((tx) => setApprovalRule(tx, shop, { amount_above: 100, every_bulk: false }, "test"));
    const send = async () => (await shop.post("/transfers", transfer(100))).body.transfer;
    const first = await send();
    assert.deepEqual([stateOf(first), stateOf(await send())], ["sent", "waiting"]);
    assert.equal((await shop.send("DELETE", `/transfers/${first.id}`)).status, 202);
    assert.deepEqual([stateOf(await send()), stateOf(await send())], ["sent", "waiting"]);
    still.db.advanceClock(3 * DAY_MS);
    await still.db.engine(deleteOldDailyTotals);
    assert.deepEqual(await still.rows("select 1 from money_out"), []);
    assert.deepEqual(await still.rows("select 1 from money_out_totals"), []);
    await still.assertCleanAudit();
  });
});

describe("a refund", () => {
  async function aRefund(staff: Staff, amount: number) {
    const payment = await completePayment(world, staff.shop, 5_000);
    return { payment, ...(await createOrder(staff.finance, staff, "/refunds", { payment, amount })) };
  }

  it("above the amount waits with its money held, and is sent when a second person approves", async () => {
    const staff = await aShop();
    const { shop, finance, owner, at } = staff;
    const before = await shop.balance();
    const refund = await aRefund(staff, 5_000);
    assert.equal(stateOf(refund), "waiting");
    await world.waitUntilIdle();
    const loadRefund = async () => (await shop.get(`/refunds/${refund.id}`)).body.refund;
    assert.equal((await loadRefund()).status, "pending");
    assert.deepEqual(await shop.balance(), { available: before.available, reserved: 5_000 });
    await world.assertCleanAudit();
    const [{ requested_at: _, ...item }] = (await owner.send("GET", at("/approvals"))).body.items;
    assert.deepEqual(
      [item.id, item.kind, item.amount, item.number, item.requested_by],
      [refund.id, "refund", 5_000, "+237677123456", "Ama Test"],
    );
    assert.equal((await finance.send("POST", at(`/approvals/${refund.id}/approve`), {})).status, 403);
    assert.equal((await owner.send("POST", at(`/approvals/${refund.id}/approve`), {})).status, 200);
    await world.waitUntilIdle();
    const { status, approval } = await loadRefund();
    assert.deepEqual([status, approval.state, approval.decided_by], ["complete", "approved", "Ama Test"]);
    assert.equal((await shop.get(`/payments/${refund.payment}`)).body.transaction.amount_refunded, 5_000);
    const { steps } = (await shop.get(`/refunds/${refund.id}/timeline`)).body.timeline;
    assert.equal(steps.filter(({ kind }: { kind: string }) => kind === "approval").length, 2);
    assert.equal(stateOf(await createOrder(finance, staff, "/transfers", transfer(1))), "waiting");
    await world.assertCleanAudit();
  });

  it("fails when it is rejected: its money is released and the payment can be refunded again", async () => {
    const staff = await aShop();
    const { shop, owner, at } = staff;
    const refund = await aRefund(staff, 4_950);
    const { available } = await shop.balance();
    assert.equal((await owner.send("POST", at(`/approvals/${refund.id}/reject`), { reason: "Wrong sum" })).status, 200);
    const stored_refund = (await shop.get(`/refunds/${refund.id}`)).body.refund;
    assert.deepEqual(
      [stored_refund.status, stored_refund.failure_code, stored_refund.approval.state, stored_refund.approval.reason],
      ["failed", "rejected_by_approver", "rejected", "Wrong sum"],
    );
    assert.deepEqual(await shop.balance(), { available: available + 4_950, reserved: 0 });
    const { items } = (await shop.get(`/events?resource=${refund.id}`)).body;
    assert.deepEqual(items.map(({ type }: { type: string }) => type).sort(), ["refund.created", "refund.failed"]);
    assert.equal((await owner.send("POST", at(`/approvals/${refund.id}/approve`), {})).status, 422);
    const again = await createOrder(staff.finance, staff, "/refunds", { payment: refund.payment, amount: 100 });
    assert.equal(stateOf(again), "sent");
    await world.waitUntilIdle();
    await world.assertCleanAudit();
  });

  it("counts together with transfers, also when a key makes it", async () => {
    const staff = await aShop();
    const payment = await completePayment(world, staff.shop, 5_000);
    const { shop } = staff;
    assert.equal(stateOf((await shop.post("/transfers", transfer(60))).body.transfer), "sent");
    assert.equal(stateOf((await shop.post("/refunds", { payment, amount: 41 })).body.refund), "waiting");
    assert.equal(stateOf((await shop.post("/refunds", { payment, amount: 40 })).body.refund), "sent");
    assert.equal(stateOf((await shop.post("/transfers", transfer(1))).body.transfer), "waiting");
  });
});

describe("concurrent orders through two servers", () => {
  it("of one person never exceed the amount together", async () => {
    for (let turn = 0; turn < 4; turn += 1) {
      const staff = await aShop();
      const { shop } = staff;
      const payments = [await completePayment(world, shop, 5_000), await completePayment(world, shop, 5_000)];
      const through = (url: string, path: string, body: object) =>
        fetch(`${url}/dashboard/api${staff.at(path)}`, {
          method: "POST",
          headers: {
            ...{ origin: url, "x-kolo-dashboard": "1", cookie: staff.finance.cookie },
            "content-type": "application/json",
          },
          body: JSON.stringify(body),
        });
      const answers = await Promise.all(
        Array.from({ length: 16 }, (_, index) => {
          const url = index % 2 === 0 ? world.url : second.url;
          if (index % 8 === 6) return through(url, "/refunds", { payment: payments[index % 2], amount: 40 });
          if (index % 8 === 7)
            return through(url, "/transfers/bulk", bulkOf([20, 20], `1${turn}${index}`.padEnd(5, "0")));
          return through(url, "/transfers", transfer(40));
        }),
      );
      const made_now = await Promise.all(
        answers.map(async (answer): Promise<CreatedOrder> => {
          const text = await answer.text();
          assert.equal(answer.status, 201, text);
          const { transfer: one, bulk_transfer, refund } = JSON.parse(text);
          return one ?? bulk_transfer ?? refund;
        }),
      );
      const states = made_now.map(stateOf);
      assert.equal(states.filter((state) => state === "sent").length, 2, states.join());
      await world.waitUntilIdle();
    }
    await world.assertCleanAudit();
  });

  it("of keys do not exceed it either", async () => {
    const { shop } = await aShop();
    const answers = await atOnce(30, (number) =>
      (number % 2 === 0 ? world : second).withExplicitHeaders(shop).post("/transfers", transfer(30)),
    );
    const states = answers.map(({ body, text }) => (body.transfer ? stateOf(body.transfer) : text));
    assert.equal(states.filter((state) => state === "sent").length, 3, states.join());
    assert.equal(states.filter((state) => state === "waiting").length, 27);
    await world.waitUntilIdle();
    await world.assertCleanAudit();
  });
});
