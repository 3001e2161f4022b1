import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#kernel/time.ts";
import { setApprovalRule } from "#resources/approvals/set-rule.ts";
import { decideBulk } from "#resources/bulk/decide.ts";
import { createTestUser } from "#testing/users.ts";
import { startTestWorld, type TestMerchant } from "#testing/world.ts";
import { decideTransfer } from "./decide.ts";
import { fundDueTransfers } from "./fund.ts";
import { SCHEDULED_DAYS_MAX } from "./schema.ts";

const world = await startTestWorld();
const second = await startTestWorld({ database_url: world.database_url });

let clock_ms = 0;

/** Advances the clock of both servers, and waits until all due jobs have run. */
async function pass(ms: number): Promise<void> {
  clock_ms += ms;
  for (const { db } of [world, second]) db.advanceClock(ms);
  await world.waitUntilIdle();
}

/** The time in `ms` milliseconds, by the database's clock. */
function later(ms: number): string {
  return new Date(Date.now() + clock_ms + ms).toISOString();
}

const order = (fields: object = {}) => ({
  ...{ amount: 1_000, currency: "XAF", channel: "cm.mtn" },
  ...{ beneficiary_data: { name: "Jane", phone: "677000000" }, ...fields },
});
const bulk = (fields: object = {}) => ({
  ...{ currency: "XAF", ...fields },
  transfers: [1, 2, 3].map((number) => ({
    ...{ amount: 1_000, channel: "cm.mtn", beneficiary_data: { name: "Jane", phone: `67700001${number}` } },
  })),
});

async function send(merchant: TestMerchant, fields: object) {
  const answer = await merchant.post("/transfers", order(fields));
  assert.equal(answer.status, 201, answer.text);
  return answer.body.transfer;
}

async function retrieve(merchant: TestMerchant, id: string) {
  return (await merchant.get(`/transfers/${id}`)).body.transfer;
}

async function eventsAbout(merchant: TestMerchant, id: string): Promise<readonly string[]> {
  const { body } = await merchant.get("/events?limit=100");
  return body.items
    .filter(({ data }: { data: { id: string } }) => data.id === id)
    .map(({ type }: { type: string }) => type)
    .toReversed();
}

describe("a transfer with a due time", () => {
  for (const reserve_funds of ["now", "at_due"]) {
    it(`with its money held ${reserve_funds} is pending until then, and is sent once`, async () => {
      const merchant = await world.merchant({ balance: 1_500n });
      const { id, status, ...made } = await send(merchant, { scheduled_at: later(HOUR_MS), reserve_funds });
      assert.equal(status, "pending");
      assert.equal(made.reserve_funds, reserve_funds);
      const is_held = reserve_funds === "now";
      await pass(59 * MINUTE_MS);
      assert.equal((await retrieve(merchant, id)).status, "pending");
      assert.deepEqual(await merchant.balance(), {
        available: is_held ? 500 : 1_500,
        reserved: is_held ? 1_000 : 0,
      });
      await world.assertCleanAudit();
      await pass(2 * MINUTE_MS);
      assert.equal((await retrieve(merchant, id)).status, "complete");
      assert.deepEqual(await merchant.balance(), { available: 500, reserved: 0 });
      assert.deepEqual(await eventsAbout(merchant, id), [
        "transfer.created",
        "transfer.processing",
        "transfer.complete",
      ]);
      await world.assertCleanAudit();
    });

    it(`with its money held ${reserve_funds} can be canceled until then`, async () => {
      const merchant = await world.merchant({ balance: 1_500n });
      const { id } = await send(merchant, { scheduled_at: later(HOUR_MS), reserve_funds });
      assert.equal((await merchant.send("DELETE", `/transfers/${id}`)).status, 202);
      assert.deepEqual(await merchant.balance(), { available: 1_500, reserved: 0 });
      await pass(2 * HOUR_MS);
      assert.equal((await retrieve(merchant, id)).status, "canceled");
      assert.deepEqual(await merchant.balance(), { available: 1_500, reserved: 0 });
      await world.assertCleanAudit();
    });

    it(`with its money held ${reserve_funds} may be approved ahead, and is sent at its due time`, async () => {
      const merchant = await world.merchant({ balance: 1_500n });
      await world.db.engine((tx) => setApprovalRule(tx, merchant, { amount_above: 0, every_bulk: false }, "test"));
      const { id } = await send(merchant, { scheduled_at: later(HOUR_MS), reserve_funds });
      const by = { id: (await createTestUser(world, merchant.merchant, "owner")).id, name: "Anna" };
      await world.db.engine((tx) => decideTransfer(tx, merchant, id, { state: "approved", by, reason: null }));
      await pass(59 * MINUTE_MS);
      assert.equal((await retrieve(merchant, id)).status, "pending");
      await pass(2 * MINUTE_MS);
      assert.equal((await retrieve(merchant, id)).status, "complete");
      await world.assertCleanAudit();
    });

    it(`with its money held ${reserve_funds} waits for an approval after its due time`, async () => {
      const merchant = await world.merchant({ balance: 1_500n });
      await world.db.engine((tx) => setApprovalRule(tx, merchant, { amount_above: 0, every_bulk: false }, "test"));
      const { id } = await send(merchant, { scheduled_at: later(HOUR_MS), reserve_funds });
      await pass(2 * HOUR_MS);
      assert.equal((await retrieve(merchant, id)).status, "pending");
      const by = { id: (await createTestUser(world, merchant.merchant, "owner")).id, name: "Anna" };
      await world.db.engine((tx) => decideTransfer(tx, merchant, id, { state: "approved", by, reason: null }));
      await world.waitUntilIdle();
      assert.equal((await retrieve(merchant, id)).status, "complete");
      await world.assertCleanAudit();
    });

    it(`with its money held ${reserve_funds} releases its money once when it is rejected`, async () => {
      const merchant = await world.merchant({ balance: 1_500n });
      await world.db.engine((tx) => setApprovalRule(tx, merchant, { amount_above: 0, every_bulk: false }, "test"));
      const { id } = await send(merchant, { scheduled_at: later(HOUR_MS), reserve_funds });
      const by = { id: (await createTestUser(world, merchant.merchant, "owner")).id, name: "Anna" };
      await world.db.engine((tx) => decideTransfer(tx, merchant, id, { state: "rejected", by, reason: "no" }));
      await pass(2 * HOUR_MS);
      assert.deepEqual(await merchant.balance(), { available: 1_500, reserved: 0 });
      await world.assertCleanAudit();
    });
  }

  it("fails with a code and an event if the balance is too small at its due time", async () => {
    const merchant = await world.merchant({ balance: 1_500n });
    const due = { scheduled_at: later(HOUR_MS), reserve_funds: "at_due" };
    const [first, other] = [await send(merchant, due), await send(merchant, due)];
    await pass(2 * HOUR_MS);
    assert.equal((await retrieve(merchant, first.id)).status, "complete");
    const failed = await retrieve(merchant, other.id);
    assert.deepEqual([failed.status, failed.failure_code], ["failed", "insufficient_balance"]);
    assert.deepEqual(await eventsAbout(merchant, other.id), ["transfer.created", "transfer.failed"]);
    assert.deepEqual(await merchant.balance(), { available: 500, reserved: 0 });
    await world.assertCleanAudit();
  });

  it("that fails for lack of money no longer counts in its maker's total of 24 hours", async () => {
    const merchant = await world.merchant({ balance: 900n });
    await world.db.engine((tx) => setApprovalRule(tx, merchant, { amount_above: 1_500, every_bulk: false }, "test"));
    const due = () => ({ scheduled_at: later(HOUR_MS), reserve_funds: "at_due" });
    const { id } = await send(merchant, due());
    assert.deepEqual((await send(merchant, due())).approval, { state: "waiting" });
    await pass(2 * HOUR_MS);
    assert.equal((await retrieve(merchant, id)).status, "failed");
    assert.equal((await send(merchant, due())).approval, undefined);
    await world.assertCleanAudit();
  });

  it("is listed by the day of its due time, in the merchant's time zone", async () => {
    const merchant = await world.merchant({ balance: 5_000n });
    const at = `${later(3 * DAY_MS).slice(0, 10)}T23:30:00Z`;
    const { id } = await send(merchant, { scheduled_at: at });
    await send(merchant, {});
    // In Douala (UTC+1), 23:30 UTC is on the next day.
    const day = new Date(Date.parse(at) + HOUR_MS).toISOString().slice(0, 10);
    const list = async (query: string) => (await merchant.get(`/transfers?${query}`)).body;
    const found = await list(`scheduled_start=${day}&scheduled_end=${day}`);
    assert.deepEqual([found.totals, found.items[0].id, found.time_zone], [1, id, "Africa/Douala"]);
    assert.equal((await list(`scheduled_end=${at.slice(0, 10)}`)).totals, 0);
    assert.equal((await list(`scheduled_start=${day}&status=complete`)).totals, 0);
    assert.equal((await list("")).totals, 2);
    const wrong = await merchant.get(`/transfers?scheduled_start=${day}&scheduled_end=2020-01-01`);
    assert.deepEqual([wrong.status, Object.keys(wrong.body.errors)], [400, ["scheduled_end"]]);
  });

  for (const [name, status, fields, field, reason] of [
    ["in the past", 422, { scheduled_at: "2020-01-01T00:00:00Z" }, "scheduled_at", "scheduled_in_past"],
    [
      "too far ahead",
      422,
      { scheduled_at: later((SCHEDULED_DAYS_MAX + 1) * DAY_MS) },
      "scheduled_at",
      "scheduled_too_far",
    ],
    ["that does not exist", 400, { scheduled_at: "2030-02-30T00:00:00Z" }, "scheduled_at", "invalid_moment"],
    ["without an offset", 400, { scheduled_at: "2030-02-20T00:00:00" }, "scheduled_at", "invalid_moment"],
    ["that is missing", 400, { reserve_funds: "at_due" }, "reserve_funds", "schedule_missing"],
  ] as const) {
    it(`${status}: a due time ${name} holds nothing`, async () => {
      const merchant = await world.merchant({ balance: 5_000n });
      const answer = await merchant.post("/transfers", order(fields));
      assert.deepEqual([answer.status, answer.body.field_reasons?.[field]?.[0].reason], [status, reason], answer.text);
      const of_bulk = await merchant.post("/transfers/bulk", bulk(fields));
      assert.deepEqual([of_bulk.status, of_bulk.body.field_reasons?.[field]?.[0].reason], [status, reason]);
      assert.deepEqual(await merchant.balance(), { available: 5_000, reserved: 0 });
    });
  }
});

describe("a bulk with a due time", () => {
  for (const reserve_funds of ["now", "at_due"]) {
    it(`with its money held ${reserve_funds} is sent at that time, after an approval given ahead`, async () => {
      const merchant = await world.merchant({ balance: 3_000n });
      await world.db.engine((tx) => setApprovalRule(tx, merchant, { every_bulk: true }, "test"));
      const made = await merchant.post("/transfers/bulk", bulk({ scheduled_at: later(HOUR_MS), reserve_funds }));
      assert.equal(made.status, 201, made.text);
      const { id } = made.body.bulk_transfer;
      const by = { id: (await createTestUser(world, merchant.merchant, "owner")).id, name: "Anna" };
      await world.db.engine((tx) => decideBulk(tx, merchant, id, { state: "approved", by, reason: null }));
      await pass(59 * MINUTE_MS);
      assert.equal((await merchant.get(`/transfers/bulk/${id}`)).body.bulk_transfer.progress.pending, 3);
      await pass(2 * MINUTE_MS);
      assert.equal((await merchant.get(`/transfers/bulk/${id}`)).body.bulk_transfer.progress.complete, 3);
      assert.deepEqual(await merchant.balance(), { available: 0, reserved: 0 });
      await world.assertCleanAudit();
    });

    it(`with its money held ${reserve_funds} can be canceled as a whole, once`, async () => {
      const merchant = await world.merchant({ balance: 3_000n });
      const made = await merchant.post("/transfers/bulk", bulk({ scheduled_at: later(HOUR_MS), reserve_funds }));
      const { id, transfers } = made.body.bulk_transfer;
      assert.equal((await merchant.send("DELETE", `/transfers/${transfers[0].id}`)).status, 202);
      assert.equal((await merchant.send("DELETE", `/transfers/bulk/${id}`)).status, 202);
      const again = await merchant.send("DELETE", `/transfers/bulk/${id}`);
      assert.deepEqual([again.status, again.body.reason], [422, "bulk_transfer_not_cancelable"]);
      assert.deepEqual(await merchant.balance(), { available: 3_000, reserved: 0 });
      await pass(2 * HOUR_MS);
      assert.equal((await merchant.get(`/transfers/bulk/${id}`)).body.bulk_transfer.progress.canceled, 3);
      await world.assertCleanAudit();
    });
  }

  it("fails as a whole if the balance does not cover its sum at that time", async () => {
    const merchant = await world.merchant({ balance: 2_999n });
    const due = { scheduled_at: later(HOUR_MS), reserve_funds: "at_due" };
    const { id } = (await merchant.post("/transfers/bulk", bulk(due))).body.bulk_transfer;
    await pass(2 * HOUR_MS);
    const { transfers } = (await merchant.get(`/transfers/bulk/${id}`)).body.bulk_transfer;
    for (const { status, failure_code } of transfers)
      assert.deepEqual([status, failure_code], ["failed", "insufficient_balance"]);
    assert.deepEqual(await merchant.balance(), { available: 2_999, reserved: 0 });
    await world.assertCleanAudit();
  });

  it("is listed by the day of its due time", async () => {
    const merchant = await world.merchant({ balance: 9_000n });
    const at = later(3 * DAY_MS);
    const { id } = (await merchant.post("/transfers/bulk", bulk({ scheduled_at: at }))).body.bulk_transfer;
    await merchant.post("/transfers/bulk", bulk());
    const { body } = await merchant.get(`/bulk-transfers?scheduled_start=${at.slice(0, 10)}`);
    assert.deepEqual([body.totals, body.items[0].id], [1, id]);
  });

  it("400: an entry with a due time of its own, and a due time in the query of a JSON request", async () => {
    const merchant = await world.merchant({ balance: 9_000n });
    const body = bulk();
    const entries = body.transfers.map((entry) => ({ ...entry, scheduled_at: later(HOUR_MS) }));
    const answer = await merchant.post("/transfers/bulk", { ...body, transfers: entries });
    assert.equal(answer.body.field_reasons["transfers.0.scheduled_at"][0].reason, "unsupported_field");
    const in_query = await merchant.post(`/transfers/bulk?scheduled_at=${later(HOUR_MS)}`, body);
    assert.deepEqual([in_query.status, Object.keys(in_query.body.errors)], [400, ["scheduled_at"]]);
  });

  it("may come as a file, with its due time in the query", async () => {
    const merchant = await world.merchant({ balance: 9_000n });
    const query = new URLSearchParams({ currency: "XAF", scheduled_at: later(HOUR_MS), reserve_funds: "at_due" });
    const made = await merchant.send("POST", `/transfers/bulk?${query}`, "name,phone,amount\nJane,677000000,500\n", {
      "content-type": "text/csv",
    });
    assert.equal(made.body.bulk_transfer.reserve_funds, "at_due", made.text);
  });
});

it("two servers and a canceling merchant: each due transfer is held once, or canceled, and never both", async () => {
  const merchant = await world.merchant({ balance: 20_000n });
  const made = await Promise.all(
    Array.from({ length: 30 }, () => send(merchant, { scheduled_at: later(HOUR_MS), reserve_funds: "at_due" })),
  );
  clock_ms += HOUR_MS + MINUTE_MS;
  for (const { db } of [world, second]) db.advanceClock(HOUR_MS + MINUTE_MS);
  await Promise.all([
    ...[world, second].map(({ db }) => db.engine(fundDueTransfers)),
    ...made.slice(0, 15).map(({ id }) => merchant.send("DELETE", `/transfers/${id}`)),
  ]);
  await world.waitUntilIdle();
  const transfers = await Promise.all(made.map(({ id }) => retrieve(merchant, id)));
  const count = (status: string) => transfers.filter((transfer) => transfer.status === status).length;
  const [complete, failed, canceled] = [count("complete"), count("failed"), count("canceled")];
  assert.equal(complete + failed + canceled, 30);
  assert.deepEqual(await merchant.balance(), { available: 20_000 - 1_000 * complete, reserved: 0 });
  await world.assertCleanAudit();
});
