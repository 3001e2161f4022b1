import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { reverseEntry } from "#server/resources/corrections/reverse.ts";
import { transfer_order } from "#server/testing/orders.ts";
import { directCharge, postPayment } from "#server/testing/payments.ts";
import { QUICK_TIER_ONLY, randomRuns } from "#server/testing/random-runs.ts";
import {
  atOnce,
  requestSender,
  startTestWorld,
  type TestMerchant,
  type TestResponse,
  type TestWorld,
} from "#server/testing/world.ts";

/**
 * Runs random payments, refunds and transfers of the money, against a model that predicts every answer. After every
 * step, payments, balance and audit must agree with the model. `KOLO_TEST_RUNS` sets the number of runs.
 */
const RUNS = randomRuns(2, 6);
const STEPS = 25;
const MINUTE_MS = 60_000;
const EXPIRY_MS = 180 * MINUTE_MS;
// The worker polls on a schedule. After this time it has fetched the outcomes of the sandbox's slow numbers.
const SLOW_MS = 10 * MINUTE_MS;

interface ModelPayment {
  readonly id: string;
  readonly page: string;
  readonly amount: number;
  readonly created_ms: number;
  status: string;
  digits: string;
  is_hosted: boolean;
  tried_ms: number;
  refunded: number;
}

interface Model {
  available: number;
  now_ms: number;
  readonly payments: ModelPayment[];
  /** The refunds to slow numbers, whose money stays reserved until the outcome is known. */
  refunds: { payment: ModelPayment; amount: number; at_ms: number }[];
}

interface Real {
  readonly world: TestWorld;
  readonly merchant: TestMerchant;
}

type Step = fc.AsyncCommand<Model, Real>;

const DIGITS = ["000000", "000001", "000002", "000003", "000004", "000005", "123456"] as const;
const FAILING = ["000001", "000002", "000004"];
const SLOW = ["000003", "000005"];
const amount = fc.integer({ min: 1, max: 4_000 });

function step(name: string, run: (model: Model, real: Real) => Promise<void>): Step {
  return {
    check: () => true,
    async run(model, real) {
      await run(model, real);
      await assertSameState(model, real);
    },
    toString: () => name,
  };
}

function pass(model: Model): void {
  for (const payment of model.payments) {
    const is_over = model.now_ms - payment.created_ms >= EXPIRY_MS;
    if (payment.status === "processing") {
      if (SLOW.includes(payment.digits) && model.now_ms - payment.tried_ms < SLOW_MS) continue;
      if (!FAILING.includes(payment.digits)) {
        payment.status = "complete";
        model.available += payment.amount;
      } else if (payment.is_hosted) payment.status = is_over ? "expired" : "pending";
      else payment.status = payment.digits === "000004" ? "canceled" : "failed";
    } else if (payment.status === "pending" && is_over) payment.status = "expired";
  }
  model.refunds = model.refunds.filter((refund) => {
    const is_open = SLOW.includes(refund.payment.digits) && model.now_ms - refund.at_ms < SLOW_MS;
    if (!is_open) refund.payment.refunded += refund.amount;
    return is_open;
  });
}

async function assertSameState(model: Model, { world, merchant }: Real): Promise<void> {
  await world.waitUntilIdle();
  pass(model);
  const { body } = await merchant.get("/payments?limit=100");
  const stored = body.items.map((item: { id: string; status: string; amount_refunded: number }) => [
    ...[item.id, item.status, item.amount_refunded],
  ]);
  const expected = model.payments.map(({ id, status, refunded }) => [id, status, refunded]);
  assert.deepEqual(stored, expected.reverse());
  const { balance } = (await merchant.get("/balance")).body;
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
  assert.deepEqual(
    { available: balance.available, reserved: balance.reserved, pending: balance.pending },
    {
      available: model.available,
      reserved: sum(model.refunds.map((refund) => refund.amount)),
      pending: sum(model.payments.filter(({ status }) => status === "processing").map((payment) => payment.amount)),
    },
  );
  await world.assertCleanAudit();
}

const steps: fc.Arbitrary<Step>[] = [
  amount.map((sum) =>
    step(`ask for ${sum}`, async (model, { merchant }) => {
      const { body, text } = await merchant.post("/payments", { amount: sum, currency: "XAF", phone: "677123456" });
      assert.equal(body.code, 201, text);
      model.payments.push({
        ...{ id: body.transaction.id, page: body.authorization_url.split("/pay/")[1], amount: sum },
        ...{ created_ms: model.now_ms, status: "pending", digits: "", is_hosted: false, tried_ms: 0, refunded: 0 },
      });
    }),
  ),
  fc.record({ pick: fc.nat(), digits: fc.constantFrom(...DIGITS), is_hosted: fc.boolean() }).map((input) =>
    step(`pay one ${input.is_hosted ? "on its page" : "directly"} with …${input.digits}`, async (model, real) => {
      const payment = nth(model.payments, input.pick);
      if (!payment) return;
      const { merchant, world } = real;
      const answer: TestResponse = input.is_hosted
        ? await requestSender(world.url, {})("POST", `/checkout/${payment.page}`, {
            channel: "cm.mtn",
            phone: `677${input.digits}`,
          })
        : await merchant.post(`/payments/${payment.id}`, directCharge(input.digits));
      assert.equal(answer.status, payment.status === "pending" ? 202 : 422, answer.text);
      if (answer.status !== 202) return;
      const { digits, is_hosted } = input;
      Object.assign(payment, { status: "processing", digits, is_hosted, tried_ms: model.now_ms });
    }),
  ),
  fc.nat().map((pick) =>
    step("cancel one", async (model, { merchant }) => {
      const payment = nth(model.payments, pick);
      if (!payment) return;
      const answer = await merchant.send("DELETE", `/payments/${payment.id}`);
      assert.equal(answer.status, payment.status === "pending" ? 202 : 422);
      if (answer.status === 202) payment.status = "canceled";
    }),
  ),
  fc.record({ pick: fc.nat(), sum: amount }).map(({ pick, sum }) =>
    step(`refund ${sum} of one`, async (model, { merchant }) => {
      const payment = nth(model.payments, pick);
      if (!payment) return;
      const under_way = model.refunds.filter((refund) => refund.payment === payment);
      const left = under_way.reduce((rest, refund) => rest - refund.amount, payment.amount - payment.refunded);
      const is_fine = payment.status === "complete" && sum <= left && sum <= model.available;
      const answer = await merchant.post("/refunds", { payment: payment.id, amount: sum });
      assert.equal(answer.status, is_fine ? 201 : 422, answer.text);
      if (!is_fine) return;
      model.available -= sum;
      model.refunds.push({ payment, amount: sum, at_ms: model.now_ms });
    }),
  ),
  fc.nat().map((pick) =>
    step("correct a complete refund, so that it can be given again", async (model, { world, merchant }) => {
      const { items } = (await merchant.get("/refunds?status=complete&limit=100")).body;
      const uncorrected = items.filter(
        (refund: { amount_corrected?: number }) => refund.amount_corrected === undefined,
      );
      const refund = uncorrected[pick % Math.max(1, uncorrected.length)];
      const payment = model.payments.find(({ id }) => id === refund?.payment);
      if (!payment) return;
      const [entry] = await world.rows(`select id from entries where subject = '${refund.id}' and kind = 'settle'`);
      const scope = { merchant: merchant.id, environment: merchant.environment };
      const order = { reason: "not received", document: "ticket 1", as_debt: false, actor: "test" };
      const reverse = () =>
        world.db.engine((tx) =>
          reverseEntry(tx, scope, BigInt(String(entry?.id)), { ...order, dual_control_above: 0n }),
        );
      await reverse();
      await assert.rejects(reverse(), { kind: "invalid" });
      payment.refunded -= refund.amount;
      model.available += refund.amount;
    }),
  ),
  amount.map((sum) =>
    step(`spend ${sum}`, async (model, { merchant }) => {
      const answer = await merchant.post("/transfers", { ...transfer_order, amount: sum });
      assert.equal(answer.status, sum <= model.available ? 201 : 422, answer.text);
      if (answer.status === 201) model.available -= sum;
    }),
  ),
  fc.constantFrom(100, 100, SLOW_MS, EXPIRY_MS).map((ms) =>
    step(`wait ${ms} ms`, async (model, { world }) => {
      world.db.advanceClock(ms);
      model.now_ms += ms;
    }),
  ),
];

function nth(payments: readonly ModelPayment[], pick: number): ModelPayment | undefined {
  return payments[pick % Math.max(1, payments.length)];
}

describe("random payments and refunds", async () => {
  const world = await startTestWorld();
  it("match the model after every step", async () => {
    await fc.assert(
      fc.asyncProperty(fc.commands(steps, { maxCommands: STEPS, size: "max" }), async (commands) => {
        const merchant = await world.merchant({ balance: 1_000n });
        const model: Model = { available: 1_000, now_ms: 0, payments: [], refunds: [] };
        await fc.asyncModelRun(() => ({ model, real: { world, merchant } }), commands);
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
  });
});

describe("concurrent requests through two servers", QUICK_TIER_ONLY, async () => {
  const world = await startTestWorld();
  const second = await startTestWorld({ database_url: world.database_url });
  const through = (merchant: TestMerchant, number: number) =>
    (number % 2 === 0 ? world : second).withExplicitHeaders(merchant);
  const count = (answers: readonly TestResponse[], status: number) =>
    answers.filter((answer) => answer.status === status).length;

  it("create one payment per reference, and one customer per payer", async () => {
    const merchant = await world.merchant();
    const body = { amount: 100, currency: "XAF", phone: "677123456" };
    const answers = await atOnce(60, (number) =>
      through(merchant, number).post("/payments", { ...body, reference: `o-${number % 3}` }),
    );
    assert.deepEqual([count(answers, 201), count(answers, 409)], [3, 57]);
    assert.equal((await merchant.get("/customers")).body.totals, 1);
  });

  it("charge or cancel a payment once; the others get 422, and the balance changes at most once", async () => {
    for (let round = 0; round < 5; round += 1) {
      const merchant = await world.merchant({ balance: 0n });
      const { id } = await postPayment(merchant);
      const answers = await atOnce(20, (number) =>
        number % 5 === 0
          ? through(merchant, number).send("DELETE", `/payments/${id}`)
          : through(merchant, number).post(`/payments/${id}`, directCharge()),
      );
      assert.deepEqual([count(answers, 202), count(answers, 422)], [1, 19]);
      await world.waitUntilIdle();
      const { status } = (await merchant.get(`/payments/${id}`)).body.transaction;
      assert.ok(["canceled", "complete"].includes(status));
      assert.equal((await merchant.balance()).available, status === "complete" ? 5_000 : 0);
    }
  });

  it("never spend more than the balance on refunds and transfers", async () => {
    const merchant = await world.merchant({ balance: 0n });
    const { id } = await postPayment(merchant, { amount: 10_000 });
    await merchant.post(`/payments/${id}`, directCharge());
    await world.waitUntilIdle();
    const answers = await atOnce(60, (number) =>
      number % 2 === 0
        ? through(merchant, number / 2).post("/refunds", { payment: id, amount: 500 })
        : through(merchant, (number - 1) / 2).post("/transfers", { ...transfer_order, amount: 500 }),
    );
    assert.deepEqual([count(answers, 201), count(answers, 422)], [20, 40]);
    await world.waitUntilIdle();
    assert.deepEqual(await merchant.balance(), { available: 0, reserved: 0 });
  });

  it("leave a clean audit", async () => {
    await world.waitUntilIdle();
    await world.assertCleanAudit();
  });
});
