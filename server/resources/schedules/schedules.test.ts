import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { sql } from "#db/tx.ts";
import { DAY_MS, dayAfter, HOUR_MS, MINUTE_MS } from "#kernel/time.ts";
import { dayIn } from "#kernel/time-zone.ts";
import { setApprovalRule } from "#resources/approvals/set-rule.ts";
import { decideBulk } from "#resources/bulk/decide.ts";
import { setMerchantTimeZone } from "#resources/merchants/set-time-zone.ts";
import { fieldReasonsOf } from "#testing/orders.ts";
import { createTestUser } from "#testing/users.ts";
import { startTestWorld, type TestMerchant } from "#testing/world.ts";
import { advanceSchedule } from "./advance.ts";
import { createSchedule } from "./create.ts";
import { scheduleRunner } from "./run-service.ts";
import { HOLIDAYS_MAX, type NewSchedule, SCHEDULES_MAX } from "./schema.ts";

const world = await startTestWorld();
const second = await startTestWorld({ database_url: world.database_url });

let clock_ms = 0;

function moveClock(ms: number): void {
  clock_ms += ms;
  for (const { db } of [world, second]) db.advanceClock(ms);
}

/** Advances the clock of both servers, and waits until all due jobs have run. */
async function pass(ms: number): Promise<void> {
  moveClock(ms);
  await world.waitUntilIdle();
}

/** Milliseconds from now, by the database's clock, to an instant. */
function until(at: string): number {
  return Date.parse(at) - Date.now() - clock_ms;
}

/** Today's date in Douala. */
function today(): string {
  return dayIn("Africa/Douala", `${new Date(Date.now() + clock_ms).toISOString().slice(0, 23)}000Z`);
}

const payees = [1, 2, 3].map((number) => ({
  ...{ amount: 1_000, channel: "cm.mtn", beneficiary_data: { name: "Jane", phone: `67700001${number}` } },
}));
const daily = (fields: object = {}) => ({
  ...{ name: "Salaries", currency: "XAF", frequency: "daily", time: "09:00", transfers: payees, ...fields },
});

async function create(merchant: TestMerchant, fields: object = {}) {
  const answer = await merchant.post("/schedules", daily(fields));
  assert.equal(answer.status, 201, answer.text);
  return answer.body.schedule;
}

async function retrieve(merchant: TestMerchant, id: string) {
  return (await merchant.get(`/schedules/${id}`)).body.schedule;
}

async function runsOf(merchant: TestMerchant, id: string) {
  return (await merchant.get(`/schedules/${id}/runs?limit=100`)).body.items;
}

async function eventsAbout(merchant: TestMerchant, id: string): Promise<readonly string[]> {
  const { body } = await merchant.get("/events?limit=100");
  return body.items
    .filter(({ data }: { data: { id: string } }) => data.id === id)
    .map(({ type }: { type: string }) => type)
    .toReversed();
}

describe("a schedule", () => {
  it("pays its list at every due time, once, in a bulk that names both", async () => {
    const merchant = await world.merchant({ balance: 10_000n });
    const { id, next_due_at, ...made } = await create(merchant);
    assert.deepEqual([made.total_amount, made.total_transfers, made.status], [3_000, 3, "active"]);
    assert.equal(next_due_at.slice(11), "08:00:00.000000Z");
    assert.deepEqual(await merchant.balance(), { available: 10_000, reserved: 0 });
    await pass(until(next_due_at) - MINUTE_MS);
    assert.deepEqual(await runsOf(merchant, id), []);
    await pass(2 * MINUTE_MS);
    const [run] = await runsOf(merchant, id);
    assert.deepEqual([run.due_at, run.status], [next_due_at, "created"]);
    const { bulk_transfer } = (await merchant.get(`/transfers/bulk/${run.bulk_transfer}`)).body;
    assert.deepEqual([bulk_transfer.schedule, bulk_transfer.scheduled_at], [id, next_due_at]);
    assert.equal(bulk_transfer.progress.complete, 3);
    await pass(DAY_MS);
    assert.equal((await runsOf(merchant, id)).length, 2);
    assert.equal((await merchant.get(`/bulk-transfers?schedule=${id}`)).body.totals, 2);
    assert.deepEqual(await merchant.balance(), { available: 4_000, reserved: 0 });
    assert.deepEqual(await eventsAbout(merchant, id), ["schedule.created", "schedule.run", "schedule.run"]);
    await world.assertCleanAudit();
  });

  it("sends each transfer with its description, its metadata and its expected name", async () => {
    const merchant = await world.merchant({ balance: 3_000n });
    const details = { description: "March", metadata: { staff: 7 } };
    // The sandbox gives the holder of this number another name.
    const transfers = [{ ...payees[0], ...details, expect_name: "Somebody Else" }];
    const { next_due_at } = await create(merchant, { transfers, runs_max: 1 });
    await pass(until(next_due_at) + MINUTE_MS);
    const [{ description, metadata, failure_code }] = (await merchant.get("/transfers")).body.items;
    assert.deepEqual({ description, metadata }, details);
    assert.equal(failure_code, "name_mismatch");
    await world.assertCleanAudit();
  });

  it("returns its next due times and its list, and accepts its own body in a PUT", async () => {
    const merchant = await world.merchant({ balance: 10_000n });
    const { id } = await create(merchant, { frequency: "monthly", days: [31], runs_max: 3 });
    const schedule = await retrieve(merchant, id);
    assert.equal(schedule.next_due_times.length, 3);
    assert.deepEqual(
      schedule.transfers.map(({ amount }: { amount: number }) => amount),
      [1_000, 1_000, 1_000],
    );
    const put = await merchant.send("PUT", `/schedules/${id}`, schedule);
    const elsewhere = await merchant.send("PUT", `/schedules/${id}`, { ...schedule, time_zone: "Asia/Tokyo" });
    assert.deepEqual(fieldReasonsOf(elsewhere), { time_zone: ["time_zone_of_merchant"] });
    assert.equal(put.status, 200, put.text);
    assert.deepEqual({ ...(await retrieve(merchant, id)), updated_at: "" }, { ...schedule, updated_at: "" });
    await world.assertCleanAudit();
  });

  it("fails a run if the balance is too small, sends an event, and continues", async () => {
    const merchant = await world.merchant({ balance: 2_999n });
    const { id } = await create(merchant);
    const at_due = await create(merchant, { reserve_funds: "at_due" });
    await pass(DAY_MS);
    for (const schedule of [id, at_due.id]) {
      const [run] = await runsOf(merchant, schedule);
      assert.deepEqual([run.status, run.failure_code], ["failed", "insufficient_balance"]);
    }
    assert.deepEqual(await eventsAbout(merchant, id), ["schedule.created", "schedule.run_failed"]);
    assert.deepEqual(await merchant.balance(), { available: 2_999, reserved: 0 });
    const { last_run, status } = await retrieve(merchant, id);
    assert.deepEqual([last_run.failure_code, status], ["insufficient_balance", "active"]);
    await world.assertCleanAudit();
  });

  it("fails a run that names a person who was deleted since", async () => {
    const merchant = await world.merchant({ balance: 9_000n });
    const person = { name: "Jane", phone: "677123456", country: "CM", currency: "XAF", type: "mobile_money" };
    const beneficiary = (await merchant.post("/beneficiaries", person)).body.beneficiary.id;
    const { id } = await create(merchant, { transfers: [...payees, { amount: 10, channel: "cm.mtn", beneficiary }] });
    await merchant.send("DELETE", `/beneficiaries/${beneficiary}`);
    await pass(DAY_MS);
    const [run] = await runsOf(merchant, id);
    assert.deepEqual([run.status, run.failure_code], ["failed", "transfers_refused"]);
    assert.match(run.failure_reason, /transfers\.3\.beneficiary/);
    assert.deepEqual(await merchant.balance(), { available: 9_000, reserved: 0 });
    await world.assertCleanAudit();
  });

  it("ends after its number of runs, or its last day", async () => {
    const merchant = await world.merchant({ balance: 90_000n });
    const by_count = await create(merchant, { runs_max: 2 });
    const by_day = await create(merchant, { ends_on: dayAfter(today(), 1) });
    for (let day = 0; day < 4; day += 1) await pass(DAY_MS);
    assert.equal((await runsOf(merchant, by_count.id)).length, 2);
    const { status, next_due_at } = await retrieve(merchant, by_day.id);
    assert.deepEqual([status, next_due_at], ["ended", null]);
    assert.equal((await eventsAbout(merchant, by_count.id)).at(-1), "schedule.ended");
    const late = await merchant.send("PUT", `/schedules/${by_day.id}`, { active: true });
    assert.deepEqual([late.status, late.body.reason], [422, "schedule_ended"]);
    await world.assertCleanAudit();
  });

  it("runs once for each due time that passed while no server ran", async () => {
    const merchant = await world.merchant({ balance: 90_000n });
    const { id, next_due_at } = await create(merchant);
    await pass(until(next_due_at) + 4 * DAY_MS + HOUR_MS);
    const runs = await runsOf(merchant, id);
    assert.deepEqual(
      runs.map(({ due_at }: { due_at: string }) => due_at).toReversed(),
      [0, 1, 2, 3, 4].map((day) => `${dayAfter(next_due_at.slice(0, 10), day)}${next_due_at.slice(10)}`),
    );
    await world.assertCleanAudit();
  });

  it("skips due times while it is paused, and continues afterwards", async () => {
    const merchant = await world.merchant({ balance: 90_000n });
    const { id } = await create(merchant);
    const paused = await merchant.send("PUT", `/schedules/${id}`, { active: false });
    assert.deepEqual([paused.body.schedule.status, paused.body.schedule.next_due_at], ["paused", null]);
    await pass(3 * DAY_MS);
    assert.deepEqual(await runsOf(merchant, id), []);
    const resumed = await merchant.send("PUT", `/schedules/${id}`, { active: true });
    assert.ok(until(resumed.body.schedule.next_due_at) > 0);
    await pass(DAY_MS);
    assert.equal((await runsOf(merchant, id)).length, 1);
    await world.assertCleanAudit();
  });

  it("is not found after its deletion, and its bulks remain", async () => {
    const merchant = await world.merchant({ balance: 90_000n });
    const { id } = await create(merchant);
    await pass(DAY_MS);
    assert.equal((await merchant.send("DELETE", `/schedules/${id}`)).status, 200);
    await pass(2 * DAY_MS);
    assert.equal((await merchant.get(`/schedules/${id}`)).status, 404);
    assert.equal((await merchant.get("/schedules")).body.totals, 0);
    assert.equal((await merchant.get(`/bulk-transfers?schedule=${id}`)).body.totals, 1);
    assert.equal((await eventsAbout(merchant, id)).at(-1), "schedule.deleted");
    await world.assertCleanAudit();
  });

  it("pays the new list from the next run on", async () => {
    const merchant = await world.merchant({ balance: 90_000n });
    const { id } = await create(merchant);
    await pass(DAY_MS);
    const put = await merchant.send("PUT", `/schedules/${id}`, { transfers: payees.slice(0, 1) });
    assert.equal(put.body.schedule.total_amount, 1_000, put.text);
    await pass(DAY_MS);
    const sums = (await merchant.get(`/bulk-transfers?schedule=${id}`)).body.items.map(
      ({ total_amount }: { total_amount: number }) => total_amount,
    );
    assert.deepEqual(sums, [1_000, 3_000]);
    await world.assertCleanAudit();
  });
});

describe("a run that is created ahead", () => {
  it("may be approved before it is due, and is paid at its due time", async () => {
    const merchant = await world.merchant({ balance: 3_000n });
    await world.db.engine((tx) => setApprovalRule(tx, merchant, { every_bulk: true }, "test"));
    const starts_on = dayAfter(today(), 5);
    const { id, next_due_at } = await create(merchant, { days_ahead: 2, starts_on, runs_max: 1 });
    await pass(until(next_due_at) - 2 * DAY_MS - MINUTE_MS);
    assert.deepEqual(await runsOf(merchant, id), []);
    await pass(2 * MINUTE_MS);
    const [{ bulk_transfer }] = await runsOf(merchant, id);
    assert.deepEqual(await merchant.balance(), { available: 0, reserved: 3_000 });
    const by = { id: (await createTestUser(world, merchant.merchant, "owner")).id, name: "Anna" };
    await world.db.engine((tx) => decideBulk(tx, merchant, bulk_transfer, { state: "approved", by, reason: null }));
    await pass(2 * DAY_MS - HOUR_MS);
    const progress = async () => (await merchant.get(`/transfers/bulk/${bulk_transfer}`)).body.bulk_transfer.progress;
    assert.equal((await progress()).pending, 3);
    await pass(HOUR_MS);
    assert.equal((await progress()).complete, 3);
    await world.assertCleanAudit();
  });

  it("waits for money until its due time", async () => {
    const merchant = await world.merchant({ balance: 100n });
    const starts_on = dayAfter(today(), 3);
    const { id, next_due_at } = await create(merchant, { days_ahead: 3, starts_on });
    await pass(HOUR_MS);
    assert.deepEqual(await runsOf(merchant, id), []);
    await pass(until(next_due_at) + MINUTE_MS);
    const [run] = await runsOf(merchant, id);
    assert.deepEqual([run.status, run.due_at], ["failed", next_due_at]);
    await world.assertCleanAudit();
  });

  it("may hold its money at its due time, and be canceled until then", async () => {
    const merchant = await world.merchant({ balance: 100n });
    const starts_on = dayAfter(today(), 2);
    const { id } = await create(merchant, { days_ahead: 3, reserve_funds: "at_due", starts_on, runs_max: 1 });
    await world.waitUntilIdle();
    const [{ bulk_transfer }] = await runsOf(merchant, id);
    assert.deepEqual(await merchant.balance(), { available: 100, reserved: 0 });
    assert.equal((await merchant.send("DELETE", `/transfers/bulk/${bulk_transfer}`)).status, 202);
    await pass(4 * DAY_MS);
    assert.equal((await merchant.get(`/transfers/bulk/${bulk_transfer}`)).body.bulk_transfer.progress.canceled, 3);
    await world.assertCleanAudit();
  });
});

describe("the merchant's calendar", () => {
  it("moves the next due time with the time zone", async () => {
    const merchant = await world.merchant({ balance: 90_000n });
    const { id } = await create(merchant, { frequency: "monthly", days: [31] });
    await world.db.engine((tx) => setMerchantTimeZone(tx, merchant.id, "Africa/Nairobi", "test"));
    const { next_due_at, time_zone } = await retrieve(merchant, id);
    assert.deepEqual([next_due_at.slice(11, 16), time_zone], ["06:00", "Africa/Nairobi"]);
    await world.assertCleanAudit();
  });

  it("moves the next due time before a new holiday", async () => {
    const merchant = await world.merchant({ balance: 90_000n });
    const { id, next_due_at } = await create(merchant, { frequency: "monthly", days: [31], holiday_rule: "before" });
    const holiday = next_due_at.slice(0, 10);
    const set = await merchant.send("PUT", "/holidays", { days: [holiday, holiday] });
    assert.deepEqual(set.body.holidays.days, [holiday], set.text);
    assert.deepEqual((await merchant.get("/holidays")).body.holidays.days, [holiday]);
    assert.ok((await retrieve(merchant, id)).next_due_at < next_due_at);
    const wrong = await merchant.send("PUT", "/holidays", { days: ["2027-02-30"] });
    assert.deepEqual([wrong.status, Object.keys(wrong.body.errors)], [400, ["days.0"]]);
    const many = Array.from({ length: HOLIDAYS_MAX + 1 }, (_, day) => dayAfter("2027-01-01", day));
    assert.equal((await merchant.send("PUT", "/holidays", { days: many })).status, 400);
    await world.assertCleanAudit();
  });

  it("of concurrent requests has the holidays of one of them", async () => {
    const merchant = await world.merchant();
    const lists = Array.from({ length: 6 }, (_, day) => ["2027-01-01", `2027-02-0${day + 1}`]);
    const answers = await Promise.all(lists.map((days) => merchant.send("PUT", "/holidays", { days })));
    assert.deepEqual(
      answers.map(({ status }) => status),
      Array(6).fill(200),
    );
    const { days } = (await merchant.get("/holidays")).body.holidays;
    assert.ok(
      lists.some((list) => list.join() === days.join()),
      days.join(),
    );
  });

  it("defines the due times of a preview without a schedule", async () => {
    const merchant = await world.merchant();
    const timing = { frequency: "monthly", days: [31], time: "09:00", starts_on: dayAfter(today(), 1), count: 4 };
    const { preview } = (await merchant.post("/schedules/preview", timing)).body;
    assert.equal(preview.time_zone, "Africa/Douala");
    assert.equal(preview.due_times.length, 4);
    assert.deepEqual([...preview.due_times].sort(), preview.due_times);
    assert.equal((await merchant.get("/schedules")).body.totals, 0);
  });
});

describe("an invalid schedule", () => {
  for (const [name, status, fields, field, reason] of [
    [
      "with an entry that cannot be paid",
      422,
      { transfers: [{ ...payees[0], channel: "cm.none" }] },
      "transfers.0.channel",
      "unknown_channel",
    ],
    [
      "with a reference",
      400,
      { transfers: [{ ...payees[0], reference: "r" }] },
      "transfers.0.reference",
      "reference_of_schedule",
    ],
    ["without its days", 400, { frequency: "weekly" }, "days", "required"],
    ["with a day behind the week", 400, { frequency: "weekly", days: [8] }, "days", "too_large"],
    ["at no time of day", 400, { time: "24:00" }, "time", "invalid_format"],
    ["that ends before it is due", 422, { ends_on: "2020-01-01" }, "ends_on", "schedule_never_due"],
    ["that begins too late", 422, { starts_on: "2099-01-01" }, "starts_on", "scheduled_too_far"],
  ] as const) {
    it(`${status}: ${name} stores nothing`, async () => {
      const merchant = await world.merchant();
      const answer = await merchant.post("/schedules", daily(fields));
      assert.deepEqual([answer.status, answer.body.field_reasons?.[field]?.[0].reason], [status, reason], answer.text);
      assert.equal((await merchant.get("/schedules")).body.totals, 0);
    });
  }

  it("422: of more schedules than allowed the last is refused", async () => {
    const merchant = await world.merchant();
    const starts_on = dayAfter(today(), 300);
    const body: NewSchedule = { ...daily({ transfers: payees.slice(0, 1), starts_on }), frequency: "daily" };
    await world.db.engine(async (tx) => {
      for (let made = 1; made < SCHEDULES_MAX; made += 1) await createSchedule(tx, merchant, body, null);
    });
    // Their payee is stored already: two inserts of one payee would wait for each other.
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => merchant.post("/schedules", daily({ transfers: body.transfers }))),
    );
    assert.deepEqual(answers.map(({ body: { reason } }) => reason ?? "created").sort(), [
      "created",
      ...Array(4).fill("too_many_schedules"),
    ]);
  });

  it("422: the frequency, the currency and the first day cannot change", async () => {
    const merchant = await world.merchant();
    const { id } = await create(merchant);
    const answer = await merchant.send("PUT", `/schedules/${id}`, { frequency: "monthly", days: [1] });
    assert.deepEqual([answer.status, Object.keys(answer.body.errors)], [422, ["frequency"]]);
  });
});

describe("the sandbox", () => {
  it("runs a schedule now, and live refuses", async () => {
    const merchant = await world.merchant({ balance: 9_000n });
    const { id, next_due_at } = await create(merchant, { frequency: "monthly", days: [31] });
    const advanced = await merchant.post(`/schedules/${id}/run`);
    assert.equal(advanced.status, 202, advanced.text);
    await world.waitUntilIdle();
    const [run] = await runsOf(merchant, id);
    assert.equal(run.status, "created");
    assert.ok((await retrieve(merchant, id)).next_due_at > next_due_at);
    await world.assertCleanAudit();
    // No live provider is connected in this test, so a copied row stands in for a live schedule. It is rolled back.
    const refusal = world.db.engine(async (tx) => {
      await tx.run(sql`
        insert into schedules
        select (jsonb_populate_record(s, '{"environment": "live"}')).* from schedules s where id = ${id}`);
      await advanceSchedule(tx, { merchant: merchant.id, environment: "live" }, id);
    });
    await assert.rejects(refusal, { reason: "sandbox_only" });
  });
});

it("a person creates, pauses and deletes a schedule, sets holidays and cancels a bulk in the dashboard", async () => {
  const shop = await world.merchant({ balance: 1_000_000n });
  const person = await createTestUser(world, shop.id, "finance");
  await person.signIn();
  const send = async (method: string, path: string, body?: object) => {
    const answer = await person.send(method, `/merchants/${shop.id}/test${path}`, body);
    assert.ok(answer.status < 300, answer.text);
    return answer.body;
  };
  const payee = { name: "Jane Mballa", phone: "677123456" };
  const list = { currency: "XAF", transfers: [{ amount: 1_000, channel: "cm.mobile", beneficiary_data: payee }] };
  const { schedule } = await send("POST", "/schedules", { ...list, name: "Fuel", frequency: "daily", time: "09:00" });
  await send("PUT", `/schedules/${schedule.id}`, { active: false });
  await send("PUT", "/holidays", { days: ["2027-05-01"] });
  await send("DELETE", `/schedules/${schedule.id}`);
  const scheduled_at = new Date(Date.now() + clock_ms + DAY_MS).toISOString();
  const { bulk_transfer } = await send("POST", "/transfers/bulk", { ...list, scheduled_at });
  await send("DELETE", `/transfers/bulk/${bulk_transfer.id}`);
  const by_key = await create(shop);
  const makerOf = async () =>
    (await world.rows(`select requested_by from schedules where id = '${by_key.id}'`))[0]?.requested_by;
  await send("PUT", `/schedules/${by_key.id}`, { name: "Fuel and tyres" });
  assert.equal(await makerOf(), null);
  await send("PUT", `/schedules/${by_key.id}`, { transfers: list.transfers });
  assert.equal(await makerOf(), person.id);
  await shop.send("PUT", `/schedules/${by_key.id}`, { name: "Fuel" });
  assert.equal(await makerOf(), person.id, "only a new list changes the maker of the runs");
  const rows = await world.rows(`select action from audit_log where actor = 'user:${person.id}'`);
  const actions = rows.map(({ action }) => String(action));
  for (const action of ["schedule.created", "schedule.updated", "schedule.deleted", "holidays.set"])
    assert.ok(actions.includes(action), action);
  assert.ok(actions.includes("bulk_transfer.canceled"));
});

it("two servers: of many schedules each due time has one run", async () => {
  const merchant = await world.merchant({ balance: 900_000n });
  const made = await Promise.all(Array.from({ length: 12 }, () => create(merchant)));
  const runners = [world, second, world, second].map(({ db }) => scheduleRunner(db));
  for (let day = 0; day < 3; day += 1) {
    moveClock(DAY_MS);
    await Promise.all(
      runners.map(async (run) => {
        while (await run());
      }),
    );
    // The orders of a day end before the clock moves on: in real life no clock jumps while one is sent.
    await world.waitUntilIdle();
  }
  for (const { id } of made) {
    const due_times = (await runsOf(merchant, id)).map(({ due_at }: { due_at: string }) => due_at);
    assert.deepEqual([due_times.length, new Set(due_times).size], [3, 3]);
  }
  assert.deepEqual(await merchant.balance(), { available: 900_000 - 12 * 3 * 3_000, reserved: 0 });
  await world.assertCleanAudit();
});
