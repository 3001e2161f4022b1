import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { isUniqueViolation, sql } from "#db/tx.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#kernel/time.ts";
import { setDuplicateGuard } from "#resources/duplicate-guard/set.ts";
import { setLimit } from "#resources/limits/set.ts";
import { setMerchantTimeZone } from "#resources/merchants/set-time-zone.ts";
import { fundDueTransfers } from "#resources/transfers/fund.ts";
import { startTestWorld, type TestMerchant } from "#testing/world.ts";
import { RefusedRun, recordRefusedRun, runDueSchedule } from "./run.ts";
import { scheduleRunner } from "./run-service.ts";

// Without workers, each test decides what happens between a due time and its run.
const world = await startTestWorld({ works: false });

let clock_ms = 0;

function moveClock(ms: number): void {
  clock_ms += ms;
  world.db.advanceClock(ms);
}

/** Sets the clock to an instant, plus `ms` milliseconds. */
function moveClockTo(at: string, ms: number): void {
  moveClock(Date.parse(at) + ms - Date.now() - clock_ms);
}

async function runDue(): Promise<void> {
  const run = scheduleRunner(world.db);
  while (await run());
}

const payees = [1, 2, 3].map((number) => ({
  ...{ amount: 1_000, channel: "cm.mtn", beneficiary_data: { name: "Jane", phone: `67700001${number}` } },
}));

async function create(merchant: TestMerchant, fields: object = {}) {
  const answer = await merchant.post("/schedules", {
    ...{ name: "Salaries", currency: "XAF", frequency: "daily", time: "09:00", transfers: payees, ...fields },
  });
  assert.equal(answer.status, 201, answer.text);
  return answer.body.schedule;
}

async function change(merchant: TestMerchant, id: string, fields: object) {
  const answer = await merchant.send("PUT", `/schedules/${id}`, fields);
  assert.equal(answer.status, 200, answer.text);
  return answer.body.schedule;
}

async function dueTimesRun(merchant: TestMerchant, id: string): Promise<readonly string[]> {
  const { body } = await merchant.get(`/schedules/${id}/runs?limit=100`);
  return body.items.map(({ due_at }: { due_at: string }) => due_at).toReversed();
}

async function refuseDueRun(): Promise<RefusedRun> {
  const refusal = await world.db.engine((tx) => runDueSchedule(tx, [], () => {})).catch((error: unknown) => error);
  assert.ok(refusal instanceof RefusedRun, String(refusal));
  return refusal;
}

describe("between a refused run and its record", () => {
  it("a new list is paid, and the refusal of the old one is not recorded", async () => {
    const merchant = await world.merchant({ balance: 2_000n });
    const { id, next_due_at } = await create(merchant);
    moveClockTo(next_due_at, MINUTE_MS);
    const refused = await refuseDueRun();
    await change(merchant, id, { transfers: payees.slice(0, 2) });
    await world.db.engine((tx) => recordRefusedRun(tx, refused));
    assert.deepEqual(await dueTimesRun(merchant, id), []);
    await runDue();
    assert.deepEqual(await dueTimesRun(merchant, id), [next_due_at]);
    assert.deepEqual(await merchant.balance(), { available: 0, reserved: 2_000 });
    await world.assertCleanAudit();
  });

  for (const [name, stop] of [
    ["a pause", (merchant: TestMerchant, id: string) => change(merchant, id, { active: false })],
    ["a deletion", (merchant: TestMerchant, id: string) => merchant.send("DELETE", `/schedules/${id}`)],
  ] as const) {
    it(`${name} leaves the due time without a run`, async () => {
      const merchant = await world.merchant({ balance: 2_000n });
      const { id, next_due_at } = await create(merchant);
      moveClockTo(next_due_at, MINUTE_MS);
      const refused = await refuseDueRun();
      await stop(merchant, id);
      await world.db.engine((tx) => recordRefusedRun(tx, refused));
      assert.deepEqual(await world.rows(`select due_at from schedule_runs where schedule = '${id}'`), []);
      await world.assertCleanAudit();
    });
  }
});

describe("a schedule that changes at its due time", () => {
  it("is not run if it was paused after its due time and before the run", async () => {
    const merchant = await world.merchant({ balance: 9_000n });
    const { id, next_due_at } = await create(merchant);
    moveClockTo(next_due_at, MINUTE_MS);
    await change(merchant, id, { active: false });
    await runDue();
    moveClock(2 * DAY_MS);
    await runDue();
    assert.deepEqual(await dueTimesRun(merchant, id), []);
    assert.deepEqual(await merchant.balance(), { available: 9_000, reserved: 0 });
  });

  for (const days_ahead of [0, 2]) {
    it(`pays a day once if its time moves later on the day of a run, created ${days_ahead} days ahead`, async () => {
      const merchant = await world.merchant({ balance: 9_000n });
      const { id, next_due_at } = await create(merchant, { days_ahead, frequency: "monthly", days: [31] });
      moveClockTo(next_due_at, MINUTE_MS - days_ahead * DAY_MS);
      await runDue();
      const changed = await change(merchant, id, { time: "23:00" });
      assert.ok(changed.next_due_at.slice(0, 10) > next_due_at.slice(0, 10));
      moveClockTo(next_due_at, 20 * HOUR_MS);
      await runDue();
      assert.deepEqual(await dueTimesRun(merchant, id), [next_due_at]);
      await world.assertCleanAudit();
    });
  }

  it("pays a day once if the merchant moves to a zone where its time is still to come", async () => {
    const merchant = await world.merchant({ balance: 9_000n });
    const { id, next_due_at } = await create(merchant);
    moveClockTo(next_due_at, MINUTE_MS);
    await runDue();
    await world.db.engine((tx) => setMerchantTimeZone(tx, merchant.id, "America/Havana", "test"));
    moveClockTo(next_due_at, 12 * HOUR_MS);
    await runDue();
    assert.deepEqual(await dueTimesRun(merchant, id), [next_due_at]);
    await world.assertCleanAudit();
  });

  it("in parallel requests is either run once or paused, and holds money only if it was run", async () => {
    const merchant = await world.merchant({ balance: 90_000n });
    const made = await Promise.all(Array.from({ length: 10 }, () => create(merchant)));
    moveClockTo(made[0].next_due_at, MINUTE_MS);
    await Promise.all([runDue(), runDue(), ...made.map(({ id }) => change(merchant, id, { active: false }))]);
    moveClock(2 * DAY_MS);
    await runDue();
    const runs = await Promise.all(made.map(({ id }) => dueTimesRun(merchant, id)));
    assert.ok(
      runs.every(({ length }) => length <= 1),
      "no paused schedule runs",
    );
    const reserved = 3_000 * runs.flat().length;
    assert.deepEqual(await merchant.balance(), { available: 90_000 - reserved, reserved });
    await world.assertCleanAudit();
  });
});

it("a late run that the balance does not cover fails, also if its money was to be held at the due time", async () => {
  const merchant = await world.merchant({ balance: 2_000n });
  const { id, next_due_at } = await create(merchant, { days_ahead: 1, reserve_funds: "at_due", runs_max: 1 });
  await world.db.engine((tx) => tx.run(sql`update schedules set run_at = next_due_at where id = ${id}`));
  moveClockTo(next_due_at, MINUTE_MS);
  await runDue();
  const [run] = (await merchant.get(`/schedules/${id}/runs`)).body.items;
  assert.deepEqual([run.due_at, run.status, run.failure_code], [next_due_at, "failed", "insufficient_balance"]);
  await world.assertCleanAudit();
});

describe("a clock that goes back behind a due time", () => {
  it("makes no second run, not even after a change of the schedule", async () => {
    const merchant = await world.merchant({ balance: 90_000n });
    const { id, next_due_at } = await create(merchant);
    moveClockTo(next_due_at, MINUTE_MS);
    await runDue();
    moveClock(-2 * HOUR_MS);
    await runDue();
    const { next_due_at: after_change } = await change(merchant, id, { time: "09:30" });
    assert.ok(Date.parse(after_change) > Date.parse(next_due_at) + 23 * HOUR_MS, after_change);
    await change(merchant, id, { active: false });
    await change(merchant, id, { active: true });
    moveClock(4 * HOUR_MS);
    await runDue();
    assert.deepEqual(await dueTimesRun(merchant, id), [next_due_at]);
    await world.assertCleanAudit();
  });

  it("holds the money of a transfer once", async () => {
    const merchant = await world.merchant({ balance: 9_000n });
    const { id, next_due_at } = await create(merchant, { days_ahead: 1, reserve_funds: "at_due", runs_max: 1 });
    moveClockTo(next_due_at, -HOUR_MS);
    await runDue();
    assert.deepEqual(await merchant.balance(), { available: 9_000, reserved: 0 });
    moveClockTo(next_due_at, MINUTE_MS);
    await Promise.all([world.db.engine(fundDueTransfers), world.db.engine(fundDueTransfers)]);
    for (const ms of [-2 * HOUR_MS, 3 * HOUR_MS]) {
      moveClock(ms);
      while (await world.db.engine(fundDueTransfers));
      assert.deepEqual(await merchant.balance(), { available: 6_000, reserved: 3_000 });
    }
    assert.deepEqual(await dueTimesRun(merchant, id), [next_due_at]);
    await world.assertCleanAudit();
  });
});

it("the database refuses a second run of a due time or of a day, and a second bulk of a due time", async () => {
  const merchant = await world.merchant({ balance: 9_000n });
  const { id, next_due_at } = await create(merchant);
  moveClockTo(next_due_at, MINUTE_MS);
  await runDue();
  for (const [constraint, copy] of [
    [
      "schedule_runs_pkey",
      sql`
        insert into schedule_runs
        select (jsonb_populate_record(r, '{"day": "2020-01-01"}')).* from schedule_runs r where schedule = ${id}`,
    ],
    [
      "schedule_runs_merchant_environment_schedule_day_key",
      sql`
        insert into schedule_runs
        select (jsonb_populate_record(r, '{"due_at": "2020-01-01T00:00:00Z"}')).*
        from schedule_runs r where schedule = ${id}`,
    ],
    [
      "bulk_transfers_by_schedule",
      sql`
        insert into bulk_transfers
        select (jsonb_populate_record(b, '{"id": "btr_copy"}')).* from bulk_transfers b where schedule = ${id}`,
    ],
  ] as const)
    await assert.rejects(
      world.db.engine((tx) => tx.run(copy)),
      (error) => isUniqueViolation(error, constraint),
      constraint,
    );
});

describe("the rules of a merchant", () => {
  it("the duplicate guard lets each run repeat the one before; a limit refuses a whole run", async () => {
    const merchant = await world.merchant({ balance: 100_000n });
    await world.db.engine((tx) => setDuplicateGuard(tx, merchant, 7 * 24 * 60, "test"));
    const { id, next_due_at } = await create(merchant);
    moveClockTo(next_due_at, MINUTE_MS);
    await runDue();
    moveClock(DAY_MS);
    await runDue();
    assert.equal((await dueTimesRun(merchant, id)).length, 2);
    assert.equal((await merchant.get("/transfers")).body.totals, 6);
    const limit = { applies_to: "merchant", period: "day", measure: "count", maximum: 2 } as const;
    await world.db.engine((tx) => setLimit(tx, merchant, limit, { set_by: "platform", actor: "test" }));
    moveClock(DAY_MS);
    await runDue();
    const [last] = (await merchant.get(`/schedules/${id}/runs`)).body.items;
    assert.equal(last.failure_code, "transfers_refused");
    assert.equal((await merchant.get("/transfers")).body.totals, 6);
    await world.assertCleanAudit();
  });
});
