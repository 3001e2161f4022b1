import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ServiceError } from "#kernel/errors.ts";
import { DAY_MS, MINUTE_MS } from "#kernel/time.ts";
import { ENTRY_KINDS } from "#ledger/ledger.ts";
import { BALANCE_AFTER_TOP_UP_MAX } from "#resources/balance/add-funds.ts";
import { transferOrderTo } from "#testing/orders.ts";
import { completePayment } from "#testing/payments.ts";
import { startTestWorld, type TestMerchant } from "#testing/world.ts";
import { type Adjustment, adjustBalance } from "./adjust.ts";
import type { CorrectionOrder } from "./book.ts";
import { approveCorrection, rejectCorrection } from "./decide.ts";
import { repayDebts } from "./repay-debts.ts";
import { reverseEntry } from "./reverse.ts";
import { topUp } from "./top-up.ts";

const world = await startTestWorld();

const order: CorrectionOrder = {
  ...{ reason: "typed twice", document: "BICEC 4711", as_debt: false },
  ...{ actor: "operator:anna", dual_control_above: 1_000n },
};
const scopeOf = ({ id, environment }: TestMerchant) => ({ merchant: id, environment });
const reverse = (merchant: TestMerchant, entry: bigint, changes: Partial<CorrectionOrder> = {}) =>
  world.db.engine((tx) => reverseEntry(tx, scopeOf(merchant), entry, { ...order, ...changes }));
const adjust = (merchant: TestMerchant, adjustment: Adjustment, changes: Partial<CorrectionOrder> = {}) =>
  world.db.engine((tx) => adjustBalance(tx, scopeOf(merchant), adjustment, { ...order, ...changes }));
const addTopUp = (merchant: TestMerchant, amount: bigint, actor: string, note: string | null = "BICEC 4712") =>
  world.db.engine((tx) => topUp(tx, { scope: scopeOf(merchant), currency: "XAF", amount, note }, { ...order, actor }));
const entriesInLive = (merchant: TestMerchant) =>
  world.rows(`select kind from entries where merchant = '${merchant.id}' and environment = 'live'`);
const approveReversal = async (merchant: TestMerchant, entry: bigint) => {
  const { id } = await reverse(merchant, entry);
  await world.db.engine((tx) => approveCorrection(tx, id, "operator:ben"));
};
const available = async (merchant: TestMerchant) => (await merchant.balance()).available;
const debtOf = async (merchant: TestMerchant) => (await merchant.get("/balance?currency=XAF")).body.balance.debt;

async function entryOf(merchant: TestMerchant, kind: string, subject?: string): Promise<bigint> {
  const rows = await world.rows(
    `select id from entries where merchant = '${merchant.id}' and kind = '${kind}'
     and ${subject === undefined ? "true" : `subject = '${subject}'`} order by id desc limit 1`,
  );
  return BigInt(String(rows[0]?.id));
}

async function aTransfer(merchant: TestMerchant, digits?: string): Promise<string> {
  const { id } = (await merchant.post("/transfers", { ...transferOrderTo(digits ?? "123456"), amount: 4_000 })).body
    .transfer;
  await world.waitUntilIdle();
  return id;
}

async function aRefund(merchant: TestMerchant, payment: string, amount: number): Promise<string> {
  const answer = await merchant.post("/refunds", { payment, amount });
  assert.equal(answer.status, 201, answer.text);
  await world.waitUntilIdle();
  return answer.body.refund.id;
}

describe("a reversed top-up", () => {
  it("changes the balance, adds to the history, the events and the audit log, and keeps the first entry", async () => {
    const merchant = await world.merchant({ balance: 5_000n });
    const entry = await entryOf(merchant, "fund");
    const { id } = await reverse(merchant, entry);
    assert.equal(await available(merchant), 0);
    const [last, first] = (await merchant.get("/balance/history")).body.items;
    assert.deepEqual([last.kind, last.direction, last.amount, last.subject], ["reverse", "out", 5_000, id]);
    assert.deepEqual([first.kind, first.direction, first.amount], ["fund", "in", 5_000]);
    await world.waitUntilIdle();
    const { items } = (await merchant.get("/events?type=balance.corrected")).body;
    const { created_at: _at, ...data } = items[0].data;
    assert.deepEqual(data, {
      ...{ id, kind: "reversal", direction: "out", amount: 5_000, debt: 0, currency: "XAF", entry: `${entry}` },
      ...{ reason: "typed twice", document: "BICEC 4711" },
    });
    assert.deepEqual((await merchant.get("/corrections")).body.items, [items[0].data]);
    const entries_logged = await world.rows(`select action, actor from audit_log where subject = '${id}'`);
    assert.deepEqual(entries_logged, [{ action: "correction.booked", actor: "operator:anna" }]);
    await world.assertCleanAudit();
  });

  it("cannot be reversed again; its reversal can be, once", async () => {
    const merchant = await world.merchant({ balance: 700n });
    const entry = await entryOf(merchant, "fund");
    await reverse(merchant, entry);
    await assert.rejects(reverse(merchant, entry), { kind: "invalid" });
    const reversal = await entryOf(merchant, "reverse");
    await reverse(merchant, reversal);
    assert.equal(await available(merchant), 700);
    await assert.rejects(reverse(merchant, reversal), { kind: "invalid" });
    await assert.rejects(reverse(merchant, entry), { kind: "invalid" });
    await world.assertCleanAudit();
  });

  it("by many concurrent requests is reversed once", async () => {
    const merchant = await world.merchant({ balance: 900n });
    const entry = await entryOf(merchant, "fund");
    const tries = await Promise.allSettled(Array.from({ length: 20 }, () => reverse(merchant, entry)));
    const refusals = tries.flatMap((one) => (one.status === "rejected" ? [one.reason.fields.entry[0].reason] : []));
    assert.deepEqual(refusals, Array(19).fill("entry_reversed"));
    assert.equal(await available(merchant), 0);
    await world.assertCleanAudit();
  });

  it("that the merchant has spent is refused, and nothing changes", async () => {
    const merchant = await world.merchant({ balance: 20_000n });
    await aTransfer(merchant);
    const before = await merchant.balance();
    await assert.rejects(reverse(merchant, await entryOf(merchant, "fund")), { kind: "insufficient_funds" });
    assert.deepEqual(await merchant.balance(), before);
    assert.deepEqual(await world.rows(`select 1 from corrections where merchant = '${merchant.id}'`), []);
  });

  it("that the merchant has spent becomes a debt if the operator allows it, and the next top-up repays the debt", async () => {
    const merchant = await world.merchant({ balance: 20_000n });
    await aTransfer(merchant);
    const spent = 20_000 - (await available(merchant));
    await reverse(merchant, await entryOf(merchant, "fund"), { as_debt: true });
    assert.deepEqual([await available(merchant), await debtOf(merchant)], [0, spent]);
    await world.assertCleanAudit();
    await completePayment(world, merchant, 1_000);
    await world.db.engine(repayDebts);
    assert.deepEqual([await available(merchant), await debtOf(merchant)], [0, spent - 1_000]);
    await completePayment(world, merchant, spent);
    await Promise.all(Array.from({ length: 5 }, () => world.db.engine(repayDebts)));
    assert.deepEqual([await available(merchant), await debtOf(merchant)], [1_000, undefined]);
    await world.waitUntilIdle();
    const { items } = (await merchant.get("/events?type=balance.corrected")).body;
    assert.equal(items.filter((item: { data: { kind: string } }) => item.data.kind === "repayment").length, 2);
    await world.assertCleanAudit();
  });
});

describe("an entry", () => {
  it("that is a hold or a release cannot be reversed; one of another merchant is not found", async () => {
    const merchant = await world.merchant({ balance: 20_000n });
    const transfer = await aTransfer(merchant, "000002");
    for (const kind of ["hold", "release"]) {
      await assert.rejects(reverse(merchant, await entryOf(merchant, kind, transfer)), { kind: "invalid" });
    }
    const other = await world.merchant({ balance: 1n });
    await assert.rejects(reverse(other, await entryOf(merchant, "fund")), { kind: "not_found" });
    const live = await world.inEnvironment(merchant, "live");
    await assert.rejects(reverse(live, await entryOf(merchant, "fund")), { kind: "not_found" });
  });

  it("is not reversed without a reason and a document", async () => {
    const merchant = await world.merchant({ balance: 100n });
    const entry = await entryOf(merchant, "fund");
    for (const [texts, reasons] of [
      [
        { reason: "  ", document: "" },
        { reason: "note_required", document: "document_required" },
      ],
      [{ document: "x".repeat(191) }, { document: "too_long" }],
    ] as const) {
      await assert.rejects(reverse(merchant, entry, texts), (error) => {
        assert.ok(error instanceof ServiceError);
        const told = Object.entries(error.fields ?? {}).map(([field, errors]) => [field, errors[0]?.reason]);
        assert.deepEqual(Object.fromEntries(told), reasons);
        return true;
      });
    }
    assert.equal(await available(merchant), 100);
  });

  it("of a transfer or a payment is reversed by its whole amount; both orders stay complete", async () => {
    const merchant = await world.merchant({ balance: 20_000n });
    const transfer = await aTransfer(merchant);
    await reverse(merchant, await entryOf(merchant, "settle", transfer));
    assert.equal(await available(merchant), 20_000);
    const payment = await completePayment(world, merchant, 3_000);
    await reverse(merchant, await entryOf(merchant, "collect", payment));
    assert.equal(await available(merchant), 20_000);
    assert.equal((await merchant.get(`/transfers/${transfer}`)).body.transfer.status, "complete");
    const refused = await merchant.post("/refunds", { payment });
    assert.equal(refused.body.field_reasons.payment[0].reason, "payment_reversed");
    await world.assertCleanAudit();
  });
});

describe("a complete refund that turns out wrong", () => {
  it("is corrected with an event, and its payment is refunded again", async () => {
    const merchant = await world.merchant({ balance: 1n });
    const payment = await completePayment(world, merchant, 5_000);
    const refund = await aRefund(merchant, payment, 5_000);
    assert.equal((await merchant.post("/refunds", { payment })).status, 422);
    await reverse(merchant, await entryOf(merchant, "settle", refund));
    assert.equal(await available(merchant), 5_001);
    const shown = (await merchant.get(`/refunds/${refund}`)).body.refund;
    assert.deepEqual([shown.status, shown.amount_corrected], ["complete", 5_000]);
    assert.equal((await merchant.get(`/payments/${payment}`)).body.transaction.amount_refunded, 0);
    const again = await aRefund(merchant, payment, 5_000);
    assert.equal((await merchant.get(`/refunds/${again}`)).body.refund.status, "complete");
    assert.equal(await available(merchant), 1);
    assert.equal((await merchant.get("/events?type=refund.corrected")).body.items.length, 1);
    await world.assertCleanAudit();
  });

  it("and is corrected back counts as refunded, unless its payment was refunded again", async () => {
    const merchant = await world.merchant({ balance: 10_000n });
    const payment = await completePayment(world, merchant, 5_000);
    const refund = await aRefund(merchant, payment, 2_000);
    const { id } = await reverse(merchant, await entryOf(merchant, "settle", refund));
    await reverse(merchant, await entryOf(merchant, "reverse", id));
    assert.equal((await merchant.get(`/payments/${payment}`)).body.transaction.amount_refunded, 2_000);
    await world.assertCleanAudit();
    const rest = await aRefund(merchant, payment, 3_000);
    const second = await reverse(merchant, await entryOf(merchant, "settle", rest));
    await aRefund(merchant, payment, 3_000);
    await assert.rejects(reverse(merchant, await entryOf(merchant, "reverse", second.id)), { kind: "invalid" });
    await world.assertCleanAudit();
  });
});

describe("an adjustment", () => {
  it("moves money between the balance and each account of the house, and can be reversed", async () => {
    const merchant = await world.merchant({ balance: 1_000n });
    for (const account of ["suspense", "fees", "funding"] as const) {
      await adjust(merchant, { currency: "XAF", direction: "out", amount: 300n, account });
      assert.equal(await available(merchant), 700);
      await adjust(merchant, { currency: "XAF", direction: "in", amount: 100n, account });
      await reverse(merchant, await entryOf(merchant, "adjust"));
      await adjust(merchant, { currency: "XAF", direction: "in", amount: 300n, account });
      assert.equal(await available(merchant), 1_000);
    }
    await world.assertCleanAudit();
  });

  it("of nothing, of too much, or in an unknown currency is refused", async () => {
    const merchant = await world.merchant({ balance: 1_000n });
    const out = { currency: "XAF", direction: "out", amount: 300n, account: "suspense" } as const;
    await assert.rejects(adjust(merchant, { ...out, amount: 0n }), { kind: "invalid" });
    await assert.rejects(adjust(merchant, { ...out, amount: 1_001n }), { kind: "insufficient_funds" });
    await assert.rejects(adjust(merchant, { ...out, amount: 2n ** 53n }), { kind: "invalid" });
    await assert.rejects(adjust(merchant, { ...out, currency: "XXQ" }), { kind: "invalid" });
    assert.equal(await available(merchant), 1_000);
  });

  it("that would make the balance or the debt too large for later entries is refused", async () => {
    const merchant = await world.merchant({ balance: 1_000n });
    const most = { currency: "XAF", amount: BALANCE_AFTER_TOP_UP_MAX, account: "suspense" } as const;
    await assert.rejects(adjust(merchant, { ...most, direction: "in" }), { kind: "invalid" });
    await adjust(merchant, { ...most, direction: "out" }, { as_debt: true });
    await assert.rejects(adjust(merchant, { ...most, direction: "out", amount: 1_001n }, { as_debt: true }), {
      kind: "invalid",
    });
    assert.deepEqual([await available(merchant), await debtOf(merchant)], [0, Number(most.amount) - 1_000]);
    await world.assertCleanAudit();
  });
});

describe("a live correction above the limit", () => {
  const decide = (id: string, actor: string) => world.db.engine((tx) => approveCorrection(tx, id, actor));

  it("waits for a second platform operator", async () => {
    const merchant = await world.merchant({ environment: "live", balance: 5_000n });
    const row = await reverse(merchant, await entryOf(merchant, "fund"));
    assert.deepEqual([row.state, await available(merchant)], ["proposed", 5_000]);
    await world.assertCleanAudit();
    assert.equal((await merchant.get("/corrections")).body.totals, 0);
    await assert.rejects(decide(row.id, "operator:anna"), { kind: "forbidden" });
    const tries = await Promise.allSettled(Array.from({ length: 10 }, () => decide(row.id, "operator:ben")));
    assert.equal(tries.filter(({ status }) => status === "fulfilled").length, 1);
    assert.equal(await available(merchant), 0);
    const entries_logged = await world.rows(
      `select action, actor from audit_log where subject = '${row.id}' order by number`,
    );
    assert.deepEqual(entries_logged, [
      { action: "correction.proposed", actor: "operator:anna" },
      { action: "correction.approved", actor: "operator:ben" },
    ]);
    await world.assertCleanAudit();
  });

  it("that is rejected books nothing, and its entry can be reversed later", async () => {
    const merchant = await world.merchant({ environment: "live", balance: 5_000n });
    const entry = await entryOf(merchant, "fund");
    const { id } = await reverse(merchant, entry);
    await assert.rejects(reverse(merchant, entry), { kind: "invalid" });
    await world.db.engine((tx) => rejectCorrection(tx, id, "operator:anna", "wrong merchant"));
    await assert.rejects(decide(id, "operator:ben"), { kind: "invalid" });
    assert.equal(await available(merchant), 5_000);
    await decide((await reverse(merchant, entry)).id, "operator:ben");
    assert.equal(await available(merchant), 0);
    await world.assertCleanAudit();
  });

  it("at the limit needs one", async () => {
    const merchant = await world.merchant({ environment: "live", balance: 1_000n });
    assert.equal((await reverse(merchant, await entryOf(merchant, "fund"))).state, "booked");
  });

  it("counts with the corrections and top-ups that the same person booked alone in the last 24 hours", async () => {
    const merchant = await world.merchant({ environment: "live", balance: 5_000n });
    const out = { currency: "XAF", direction: "out", amount: 400n, account: "suspense" } as const;
    const by = { actor: "operator:carl" };
    await addTopUp(merchant, 400n, by.actor);
    const tries = await Promise.all(Array.from({ length: 5 }, () => adjust(merchant, out, by)));
    assert.equal(tries.filter(({ state }) => state === "booked").length, 1);
    assert.equal((await adjust(merchant, { ...out, currency: "EUR", direction: "in" }, by)).state, "booked");
    assert.equal((await adjust(merchant, out, { actor: "operator:dora" })).state, "booked");
    await decide(tries.find(({ state }) => state === "proposed")?.id ?? "", "operator:dora");
    world.db.advanceClock(DAY_MS + MINUTE_MS);
    assert.equal((await adjust(merchant, { ...out, amount: 1_000n }, by)).state, "booked");
    await world.assertCleanAudit();
  });
});

describe("a live top-up above the limit", () => {
  it("waits for a second platform operator, and needs a note", async () => {
    const merchant = await world.merchant({ environment: "live" });
    await assert.rejects(addTopUp(merchant, 5_000n, "operator:eva", null), { kind: "invalid" });
    const row = await addTopUp(merchant, 5_000n, "operator:eva");
    assert.deepEqual([row?.state, row?.kind], ["proposed", "fund"]);
    assert.deepEqual(await entriesInLive(merchant), []);
    await world.assertCleanAudit();
    const approve = (actor: string) => world.db.engine((tx) => approveCorrection(tx, row?.id ?? "", actor));
    await assert.rejects(approve("operator:eva"), { kind: "forbidden" });
    const tries = await Promise.allSettled(Array.from({ length: 5 }, () => approve("operator:ben")));
    assert.equal(tries.filter(({ status }) => status === "fulfilled").length, 1);
    assert.equal(await available(merchant), 5_000);
    await approveReversal(merchant, await entryOf(merchant, "fund"));
    assert.equal(await available(merchant), 0);
    await world.waitUntilIdle();
    const { items } = (await merchant.get("/events?type=balance.corrected")).body;
    assert.deepEqual(
      items.map((item: { data: { kind: string } }) => item.data.kind),
      ["reversal"],
    );
    await world.assertCleanAudit();
  });

  it("that is rejected adds nothing; one in test needs no second person", async () => {
    const merchant = await world.merchant({ environment: "live" });
    const row = await addTopUp(merchant, 5_000n, "operator:eva");
    await world.db.engine((tx) => rejectCorrection(tx, row?.id ?? "", "operator:ben", "not on the statement"));
    assert.deepEqual(await entriesInLive(merchant), []);
    assert.equal(await addTopUp(await world.merchant(), 5_000n, "operator:eva", null), null);
    await world.assertCleanAudit();
  });
});

describe("the audit finds", () => {
  it("a reversal of another amount, a debt that no correction made, and a correction without its event", async () => {
    const { default: pg } = await import("pg");
    const { audit } = await import("#operator/audit.ts");
    const owner = new pg.Client(world.database_url);
    await owner.connect();
    await owner.query("set session_replication_role = replica");
    const merchant = await world.merchant({ balance: 800n });
    const { id } = await reverse(merchant, await entryOf(merchant, "fund"));
    for (const [promise, change, back] of [
      ["moves the whole amount", "entries set amount = amount - 1", "entries set amount = amount + 1"],
      [
        "one advance of the amount",
        "corrections set as_debt = true, advanced = 5",
        "corrections set as_debt = false, advanced = 0",
      ],
      ["has one entry with its accounts", "corrections set credit = 'fees'", "corrections set credit = 'funding'"],
      ["has a balance.corrected event", "events set type = 'balance.other'", "events set type = 'balance.corrected'"],
    ] as const) {
      const column = change.startsWith("entries") ? "subject" : change.startsWith("events") ? "resource" : "id";
      await owner.query(`update ${change} where ${column} = $1`, [id]);
      const broken = (await audit(world.db)).filter((finding) => finding.broken.length > 0);
      assert.ok(
        broken.some((finding) => finding.promise.includes(promise)),
        promise,
      );
      await owner.query(`update ${back} where ${column} = $1`, [id]);
    }
    await owner.end();
    await world.assertCleanAudit();
  });
});

it("every kind of entry has an inverse, which is a kind", () => {
  for (const [kind, { inverse }] of Object.entries(ENTRY_KINDS)) assert.ok(Object.hasOwn(ENTRY_KINDS, inverse), kind);
});
