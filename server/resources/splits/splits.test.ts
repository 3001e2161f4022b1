import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { sql } from "#db/tx.ts";
import { HOUR_MS } from "#kernel/time.ts";
import { DEBT_MAX } from "#resources/balance/debt.ts";
import { adjustBalance } from "#resources/corrections/adjust.ts";
import { repayDebts } from "#resources/corrections/repay-debts.ts";
import { reverseEntry } from "#resources/corrections/reverse.ts";
import { setFee } from "#resources/fees/set.ts";
import { linkMerchants, READ_ONLY_GRANT } from "#resources/merchants/merchant-links.ts";
import { fieldReasonsOf } from "#testing/orders.ts";
import { completePayment, directCharge, postPayment } from "#testing/payments.ts";
import { randomRuns } from "#testing/random-runs.ts";
import { atOnce, startTestWorld, type TestMerchant } from "#testing/world.ts";

const world = await startTestWorld();
const CORRECTION = { reason: "a test", document: "ticket 1", actor: "operator:test", dual_control_above: 10_000_000n };

/** A platform without a balance, and merchants linked to it. */
async function market(sellers = 2) {
  const platform = await world.merchant({ balance: 0n, name: "Marché Mokolo" });
  const linked = await Promise.all(
    Array.from({ length: sellers }, (_, number) => world.merchant({ balance: 0n, name: `Seller ${number + 1}` })),
  );
  for (const { id } of linked) await link(platform, id);
  return { platform, linked };
}

const link = (platform: TestMerchant, id: TestMerchant["id"], grant = READ_ONLY_GRANT): Promise<void> =>
  world.db.engine((tx) => linkMerchants(tx, platform.id, id, grant, "test"));

interface PartOrder {
  readonly basis_points?: number;
  readonly amount?: number;
  readonly hold?: boolean;
}

/** Creates a paid payment with one part for each merchant. Returns its id and its parts, the platform's own first. */
async function paid(
  platform: TestMerchant,
  linked: readonly TestMerchant[],
  parts: readonly PartOrder[],
  { amount = 1_000, ...terms }: { amount?: number; fee_bearer?: string; refund_bearer?: string } = {},
) {
  const split = {
    ...terms,
    parts: parts.map((part, index) => ({ ...part, merchant: linked[index % linked.length]?.id })),
  };
  const payment: string = (await postPayment(platform, { amount, split })).id;
  assert.equal((await platform.post(`/payments/${payment}`, directCharge())).status, 202);
  await world.waitUntilIdle();
  return { payment, parts: await partsOf(platform, payment) };
}

async function partsOf(platform: TestMerchant, payment: string) {
  return (await platform.get(`/payments/${payment}/parts`)).body.items;
}

const available = async (merchants: readonly TestMerchant[]): Promise<readonly number[]> =>
  Promise.all(merchants.map(async (merchant) => (await merchant.balance()).available));

const escrowOf = async (platform: TestMerchant): Promise<number | undefined> =>
  (await platform.get("/balance")).body.balance.escrow;

const eventsOf = async (merchant: TestMerchant): Promise<readonly string[]> =>
  (await merchant.get("/events")).body.items.map(({ type }: { type: string }) => type).toReversed();

async function refund(platform: TestMerchant, body: object): Promise<string> {
  const answer = await platform.post("/refunds", body);
  assert.equal(answer.status, 201, answer.text);
  await world.waitUntilIdle();
  return answer.body.refund.id;
}

describe("a payment with a split", () => {
  it("pays each linked merchant its part, keeps the rest, and shows each merchant its own part only", async () => {
    const { platform, linked } = await market();
    const { payment, parts } = await paid(platform, linked, [{ basis_points: 3_333 }, { amount: 250 }]);
    assert.deepEqual(
      parts.map(({ merchant, amount, status }: Record<string, unknown>) => [merchant, amount, status]),
      [
        [platform.id, 417, "settled"],
        [linked[0]?.id, 333, "settled"],
        [linked[1]?.id, 250, "settled"],
      ],
    );
    assert.deepEqual(await available([platform, ...linked]), [417, 333, 250]);
    const [seller] = linked;
    assert.ok(seller);
    assert.deepEqual(await eventsOf(seller), ["payment_part.received"]);
    const received = await seller.get("/received-parts");
    assert.deepEqual([received.body.totals, received.body.items[0].amount_net], [1, 333]);
    const known = `${received.text}${(await seller.get("/events")).text}`;
    const customer = (await platform.get(`/payments/${payment}`)).body.transaction.customer;
    for (const secret of [customer, "677123456", linked[1]?.id ?? "", "order"]) assert.ok(!known.includes(secret));
    assert.equal((await seller.get(`/received-parts/${parts[2].id}`)).body.reason, "part_not_found");
    assert.equal((await seller.get(`/payments/${payment}`)).status, 404);
    await world.assertCleanAudit();
  });

  it("is refused with a reason if a part's merchant is unlinked, unknown, itself, or linked elsewhere, or a part's size is malformed", async () => {
    const { platform, linked } = await market(1);
    const stranger = await world.merchant();
    const elsewhere = await world.merchant();
    await link(platform, elsewhere.id, { ...READ_ONLY_GRANT, environments: ["live"] });
    const order = (parts: readonly object[]) => ({
      amount: 1_000,
      currency: "XAF",
      phone: "677123456",
      split: { parts },
    });
    for (const [merchant, reason] of [
      [stranger.id, "part_merchant_not_linked"],
      ["mer_00000000000000000000000000", "part_merchant_not_linked"],
      [platform.id, "part_merchant_not_linked"],
      [elsewhere.id, "part_environment_not_linked"],
    ] as const) {
      const answer = await platform.post(
        "/payments",
        order([
          { merchant: linked[0]?.id, amount: 1 },
          { merchant, amount: 1 },
        ]),
      );
      assert.deepEqual([answer.status, fieldReasonsOf(answer)], [422, { "split.parts.1.merchant": [reason] }]);
    }
    const too_much = await platform.post("/payments", order([{ merchant: linked[0]?.id, amount: 1_001 }]));
    assert.deepEqual([too_much.status, fieldReasonsOf(too_much)], [400, { "split.parts": ["split_exceeds_payment"] }]);
    for (const size of [{ amount: 0.5 }, { basis_points: -5 }]) {
      const answer = await platform.post("/payments", order([{ merchant: linked[0]?.id, ...size }]));
      assert.deepEqual([answer.status, answer.body.reason], [400, "invalid_request"], JSON.stringify(size));
    }
    const body = order([{ merchant: linked[0]?.id, amount: 1 }]);
    const ungranted = await platform.send("POST", "/payments", body, { "x-grant": "" });
    assert.deepEqual([ungranted.status, ungranted.body.reason], [403, "grant_required"]);
    const many = Array.from({ length: 21 }, () => ({ merchant: linked[0]?.id, amount: 1 }));
    assert.deepEqual(fieldReasonsOf(await platform.post("/payments", order(many))), { "split.parts": ["too_many"] });
    assert.equal((await platform.get("/payments")).body.totals, 0);
  });

  it("lets the chosen bearers bear the fee, and never takes more than a part", async () => {
    for (const [fee_bearer, expected] of [
      ["platform", [50, 850]],
      ["linked", [100, 800]],
      ["all", [90, 810]],
    ] as const) {
      const { platform, linked } = await market(1);
      const fee = {
        kind: "collect",
        channel: "cm.mtn",
        percent_bp: 1_000,
        fixed: 0n,
        minimum: 0n,
        maximum: null,
      } as const;
      const { id: merchant, environment } = platform;
      await world.db.engine((tx) => setFee(tx, { merchant, environment, ...fee }, "test"));
      await paid(platform, linked, [{ basis_points: 9_000 }], { fee_bearer });
      assert.deepEqual(await available([platform, ...linked]), fee_bearer === "platform" ? [0, 900] : expected);
    }
    await world.assertCleanAudit();
  });
});

describe("a held part", () => {
  it("stays in escrow until its platform, and no other merchant, releases it, whole or part by part", async () => {
    const { platform, linked } = await market();
    const { payment, parts } = await paid(platform, linked, [
      { amount: 300, hold: true },
      { amount: 200, hold: true },
    ]);
    assert.deepEqual([await available([platform, ...linked]), await escrowOf(platform)], [[500, 0, 0], 500]);
    for (const merchant of [...linked, await world.merchant()]) {
      const foreign = await merchant.post(`/payments/${payment}/release`, { parts: [parts[1].id] });
      assert.deepEqual([foreign.status, foreign.body.reason], [404, "payment_not_found"]);
    }
    assert.equal(await escrowOf(platform), 500);
    const one = await platform.post(`/payments/${payment}/release`, { parts: [parts[1].id] });
    assert.equal(one.status, 200, one.text);
    assert.deepEqual([await available([platform, ...linked]), await escrowOf(platform)], [[500, 300, 0], 200]);
    const again = await platform.post(`/payments/${payment}/release`, { parts: [parts[1].id] });
    assert.deepEqual([again.status, fieldReasonsOf(again)], [422, { "parts.0": ["part_not_held"] }]);
    const unknown = await platform.post(`/payments/${payment}/release`, { parts: [parts[0].id] });
    assert.deepEqual(fieldReasonsOf(unknown), { "parts.0": ["unknown_part"] });
    assert.equal((await platform.post(`/payments/${payment}/release`)).status, 200);
    assert.deepEqual([await available([platform, ...linked]), await escrowOf(platform)], [[500, 300, 200], undefined]);
    const none = await platform.post(`/payments/${payment}/release`);
    assert.deepEqual([none.status, none.body.reason], [422, "nothing_to_release"]);
    const [seller] = linked;
    assert.ok(seller);
    assert.deepEqual(await eventsOf(seller), ["payment_part.held", "payment_part.received"]);
    assert.deepEqual((await eventsOf(platform)).slice(-3), [
      "payment.complete",
      "payment.released",
      "payment.released",
    ]);
    await world.waitUntilIdle();
    await world.assertCleanAudit();
  });

  it("gives its share of a refund from the escrow, and releases the rest", async () => {
    const { platform, linked } = await market(1);
    const { payment } = await paid(platform, linked, [{ basis_points: 8_000, hold: true }]);
    await refund(platform, { payment, amount: 250 });
    assert.deepEqual([await available([platform, ...linked]), await escrowOf(platform)], [[150, 0], 600]);
    await platform.post(`/payments/${payment}/release`);
    assert.deepEqual(await available([platform, ...linked]), [150, 600]);
    await refund(platform, { payment });
    assert.deepEqual(await available([platform, ...linked]), [0, 0]);
    await world.waitUntilIdle();
    await world.assertCleanAudit();
  });
});

describe("100 simultaneous releases and refunds of one payment", () => {
  it("pay the part once, take every refund in proportion, and leave clean books", async () => {
    const { platform, linked } = await market(1);
    const { payment } = await paid(platform, linked, [{ basis_points: 5_000, hold: true }], { amount: 10_000 });
    // With an empty escrow, a balance check would refuse a release of more than the part has left.
    await paid(platform, linked, [{ basis_points: 10_000, hold: true }], { amount: 10_000 });
    const answers = await atOnce(100, (number) =>
      number % 10 === 9
        ? platform.post(`/payments/${payment}/release`)
        : platform.post("/refunds", { payment, amount: 100 }),
    );
    const outcomes = Object.groupBy(answers, ({ status, body }) => `${status} ${body.reason ?? ""}`);
    assert.deepEqual(Object.fromEntries(Object.entries(outcomes).map(([outcome, all = []]) => [outcome, all.length])), {
      "200 ": 1,
      "201 ": 90,
      "422 nothing_to_release": 9,
    });
    await world.waitUntilIdle();
    assert.deepEqual([await available([platform, ...linked]), await escrowOf(platform)], [[500, 500], 10_000]);
    await world.assertCleanAudit();
  });
});

describe("refunds of a split payment", () => {
  it("leave each merchant with nothing of it after everything was refunded, in whatever parts", async () => {
    const { platform, linked } = await market(3);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ basis_points: fc.integer({ min: 1, max: 2_500 }), hold: fc.boolean() }), {
          minLength: 1,
          maxLength: 4,
        }),
        fc.array(fc.integer({ min: 1, max: 90 }), { maxLength: 6 }),
        fc.integer({ min: 100, max: 400 }),
        async (parts, refunds, amount) => {
          const { payment } = await paid(platform, linked, parts, { amount });
          let left = amount;
          for (const sum of refunds) {
            if (sum >= left) break;
            await refund(platform, { payment, amount: sum });
            left -= sum;
            if (sum % 3 === 0) await platform.post(`/payments/${payment}/release`);
          }
          await refund(platform, { payment });
          assert.deepEqual(
            [await available([platform, ...linked]), await escrowOf(platform)],
            [[0, 0, 0, 0], undefined],
          );
        },
      ),
      { numRuns: randomRuns(3, 30) },
    );
    await world.waitUntilIdle();
    await world.assertCleanAudit();
  });

  it("are refused if a linked merchant has spent its part, unless the platform bears them, or if the platform has spent its own", async () => {
    const { platform, linked } = await market(1);
    const [seller] = linked;
    assert.ok(seller);
    const { payment } = await paid(platform, linked, [{ basis_points: 5_000 }]);
    await spend(seller, 400);
    const refused = await platform.post("/refunds", { payment, amount: 300 });
    assert.deepEqual([refused.status, refused.body.reason], [422, "part_funds_insufficient"]);
    assert.deepEqual(refused.body.reason_params, { merchant: seller.id, required: 150, currency: "XAF" });
    assert.deepEqual(await available([platform, seller]), [500, 100]);
    await refund(platform, { payment, amount: 300, refund_bearer: "platform" });
    assert.deepEqual(await available([platform, seller]), [200, 100]);
    await refund(platform, { payment, amount: 100 });
    assert.deepEqual(await available([platform, seller]), [150, 50]);
    await spend(platform, 140);
    const short = await platform.post("/refunds", { payment, amount: 100 });
    assert.deepEqual([short.status, short.body.reason_params], [422, { required: 50, currency: "XAF" }]);
    const plain = await completePayment(world, platform, 100);
    const unsplit = await platform.post("/refunds", { payment: plain, refund_bearer: "parts" });
    assert.deepEqual(fieldReasonsOf(unsplit), { refund_bearer: ["payment_not_split"] });
    await world.assertCleanAudit();
  });

  it("that fail give each part what they took, wherever the part is by then", async () => {
    const { platform, linked } = await market(2);
    const { payment, parts } = await paid(platform, linked, [{ amount: 333 }, { amount: 334, hold: true }]);
    await world.db.engine((tx) =>
      tx.run(sql`update attempts set receiver = '+237677000002' where subject = ${payment} and kind = 'collect'`),
    );
    await refund(platform, { payment, amount: 501 });
    assert.deepEqual([await available([platform, ...linked]), await escrowOf(platform)], [[333, 333, 0], 334]);
    await platform.post(`/payments/${payment}/release`, { parts: [parts[2].id] });
    await refund(platform, { payment, amount: 77 });
    assert.deepEqual(await available([platform, ...linked]), [333, 333, 334]);
    await world.waitUntilIdle();
    await world.assertCleanAudit();
  });
});

describe("a split payment that did not arrive after all", () => {
  it("is taken back from its parts: what a merchant has spent becomes its debt by the operator's decision", async () => {
    const { platform, linked } = await market(2);
    const [seller] = linked;
    assert.ok(seller);
    const { payment } = await paid(platform, linked, [{ amount: 400 }, { amount: 100, hold: true }]);
    await spend(seller, 300);
    const [entry] = await world.rows(`select id from entries where subject = '${payment}' and kind = 'collect'`);
    const reverse = (as_debt: boolean) =>
      world.db.engine((tx) => reverseEntry(tx, platform, BigInt(String(entry?.id)), { ...CORRECTION, as_debt }));
    await assert.rejects(reverse(false), { kind: "insufficient_funds" });
    assert.deepEqual(await available([platform, seller]), [500, 100]);
    const { id } = await reverse(true);
    assert.deepEqual([await available([platform, ...linked]), await escrowOf(platform)], [[0, 0, 0], undefined]);
    assert.equal((await seller.get("/balance")).body.balance.debt, 300);
    await world.waitUntilIdle();
    await world.assertCleanAudit();
    const [undone] = await world.rows(`select id from entries where subject = '${id}' and kind = 'reverse'`);
    await world.db.engine((tx) =>
      reverseEntry(tx, platform, BigInt(String(undone?.id)), { ...CORRECTION, as_debt: false }),
    );
    assert.equal(await escrowOf(platform), 100);
    assert.equal((await available([platform]))[0], 500);
    await world.waitUntilIdle();
    await world.assertCleanAudit();
  });

  it("makes no debt above the maximum of a merchant, also if two of the parts are its own", async () => {
    const { platform, linked } = await market(1);
    const [seller] = linked;
    assert.ok(seller);
    const { payment } = await paid(platform, linked, [{ amount: 300 }, { amount: 300 }]);
    await spend(seller, 600);
    const setDebtBelowMaximum = (by: bigint) =>
      world.db.engine((tx) =>
        adjustBalance(
          tx,
          seller,
          { currency: "XAF", direction: "out", amount: DEBT_MAX - by, account: "suspense" },
          { ...CORRECTION, as_debt: true },
        ),
      );
    await setDebtBelowMaximum(599n);
    const debtOf = async () => (await seller.get("/balance")).body.balance.debt;
    const [entry] = await world.rows(`select id from entries where subject = '${payment}' and kind = 'collect'`);
    const reverse = () =>
      world.db.engine((tx) => reverseEntry(tx, platform, BigInt(String(entry?.id)), { ...CORRECTION, as_debt: true }));
    const before = [await available([platform, seller]), await debtOf()];
    await assert.rejects(reverse(), { kind: "invalid" });
    assert.deepEqual([await available([platform, seller]), await debtOf()], before);
    await world.db.engine((tx) =>
      adjustBalance(
        tx,
        seller,
        { currency: "XAF", direction: "in", amount: 1n, account: "suspense" },
        { ...CORRECTION, as_debt: false },
      ),
    );
    await world.db.engine(repayDebts);
    await reverse();
    assert.deepEqual([await available([platform, seller]), await debtOf()], [[0, 0], Number(DEBT_MAX)]);
    await world.waitUntilIdle();
    await world.assertCleanAudit();
  });
});

describe("a refund of a split payment that did not arrive after all", () => {
  const setReceiver = (subject: string, digits: string) =>
    world.db.engine((tx) =>
      tx.run(sql`update attempts set receiver = ${`+237677${digits}`} where subject = ${subject}`),
    );

  it("fails and pays no part: the correction takes what the refund gives back, and its own correction returns all", async () => {
    const { platform, linked } = await market(2);
    const { payment } = await paid(platform, linked, [{ amount: 333 }, { amount: 250, hold: true }]);
    await setReceiver(payment, "000005");
    const pending = await refund(platform, { payment, amount: 301 });
    const [entry] = await world.rows(`select id from entries where subject = '${payment}' and kind = 'collect'`);
    const reverse = (id: unknown, as_debt: boolean) =>
      world.db.engine((tx) => reverseEntry(tx, platform, BigInt(String(id)), { ...CORRECTION, as_debt }));
    const { id: reversal } = await reverse(entry?.id, true);
    assert.equal((await platform.get("/balance")).body.balance.debt, 301);
    await setReceiver(pending, "000002");
    world.db.advanceClock(HOUR_MS);
    await world.waitUntilIdle();
    assert.equal((await platform.get(`/refunds/${pending}`)).body.refund.status, "failed");
    const settled = async () => {
      await world.db.engine(repayDebts);
      await world.waitUntilIdle();
      await world.assertCleanAudit();
      const { debt = 0 } = (await platform.get("/balance")).body.balance;
      return [await available([platform, ...linked]), await escrowOf(platform), debt];
    };
    assert.deepEqual(await settled(), [[0, 0, 0], undefined, 0]);
    const [undone] = await world.rows(`select id from entries where subject = '${reversal}' and kind = 'reverse'`);
    await reverse(undone?.id, false);
    assert.deepEqual(await settled(), [[417, 333, 0], 250, 0]);
  });
});

describe("a platform", () => {
  it("reads its linked merchants' balances with X-Sync, and no other merchant's", async () => {
    const { platform, linked } = await market(1);
    const [seller] = linked;
    assert.ok(seller);
    await paid(platform, linked, [{ amount: 750 }]);
    const seen = await platform.send("GET", "/balance", undefined, { "x-sync": seller.id });
    assert.deepEqual([seen.status, seen.body.balance.available], [200, 750]);
    const stranger = await world.merchant();
    assert.equal((await platform.send("GET", "/balance", undefined, { "x-sync": stranger.id })).status, 404);
  });
});

async function spend(merchant: TestMerchant, amount: number): Promise<void> {
  const beneficiary_data = { name: "P", phone: "677123456" };
  const answer = await merchant.post("/transfers", { amount, currency: "XAF", channel: "cm.mtn", beneficiary_data });
  assert.equal(answer.status, 201, answer.text);
  await world.waitUntilIdle();
}
