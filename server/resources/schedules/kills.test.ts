import assert from "node:assert/strict";
import { it } from "node:test";
import fc from "fast-check";
import type { Database } from "#db/pool.ts";
import type { Tx } from "#db/tx.ts";
import { DAY_MS, dayAfter, HOUR_MS, MINUTE_MS } from "#kernel/time.ts";
import { dayIn } from "#kernel/time-zone.ts";
import { addFunds } from "#resources/balance/add-funds.ts";
import { setMerchantTimeZone } from "#resources/merchants/set-time-zone.ts";
import { fundDueTransfers } from "#resources/transfers/fund.ts";
import { withdrawalRuleRunner } from "#resources/withdrawal-rules/run-service.ts";
import { find as findRule } from "#resources/withdrawal-rules/store.ts";
import { randomRuns } from "#testing/random-runs.ts";
import { startTestWorld, type TestMerchant } from "#testing/world.ts";
import { readCalendar } from "./calendar.ts";
import { nextOccurrences } from "./rules.ts";
import { scheduleRunner } from "./run-service.ts";
import { find } from "./store.ts";

/**
 * Kills servers around due times, two at a time, and sets their clock back in some rounds. A kill happens before a
 * transaction, at any of its statements, or right after its commit. A killed server loses its memory, and its open
 * transaction is rolled back.
 */
const KILLS = randomRuns(20, 60);
// More than the number of statements of one run.
const STEPS_MAX = 40;

const world = await startTestWorld({ works: false });

class SimulatedCrash extends Error {}

/** Wraps the database of one server, so that it throws `SimulatedCrash` after this many steps. */
function crashingDatabase(db: Database, steps: number): Database {
  let steps_left = steps;
  const step = (): void => {
    steps_left -= 1;
    if (steps_left < 0) throw new SimulatedCrash();
  };
  const mortalTx = (tx: Tx): Tx =>
    new Proxy(tx, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name, target);
        if (typeof value !== "function") return value;
        return (...args: readonly unknown[]) => {
          if (name === "run" || name === "row" || name === "rows" || name === "maybeRow") step();
          return Reflect.apply(value, target, args);
        };
      },
    });
  return {
    ...db,
    async engine(work) {
      step();
      const result = await db.engine((tx) => work(mortalTx(tx)));
      step();
      return result;
    },
  };
}

/** Runs one server's jobs until nothing is due, or until it is killed. Returns whether it was killed. */
async function serve(steps: number): Promise<boolean> {
  const db = crashingDatabase(world.db, steps);
  const [run, runRule] = [scheduleRunner(db), withdrawalRuleRunner(db)];
  try {
    while (await run());
    while (await runRule());
    while (await db.engine(fundDueTransfers));
    return false;
  } catch (error) {
    if (error instanceof SimulatedCrash) return true;
    throw error;
  }
}

async function aMerchant(time_zone: string): Promise<TestMerchant> {
  const merchant = await world.merchant({ balance: 40_000n });
  await world.db.engine((tx) => setMerchantTimeZone(tx, merchant.id, time_zone, "test"));
  return merchant;
}

async function create(merchant: TestMerchant, fields: object): Promise<string> {
  const answer = await merchant.post("/schedules", {
    ...{ name: "S", currency: "XAF", frequency: "daily", time: "02:30", ...fields },
    transfers: [1, 2].map((number) => ({
      ...{ amount: 100, channel: "cm.mtn", beneficiary_data: { name: "Jane", phone: `67700001${number}` } },
    })),
  });
  assert.equal(answer.status, 201, answer.text);
  return answer.body.schedule.id;
}

const DAILY = { frequency: "daily", days: [], time: "02:30", holiday_rule: "none", ends_on: null } as const;

/** Sets a rule that withdraws the whole balance every day, to an account of the merchant. */
async function setRule(merchant: TestMerchant): Promise<string> {
  const wallet = { type: "mobile_money", name: "W", country: "CM", currency: "XAF", phone: "677000010" };
  const { id: account } = (await merchant.post("/withdrawal-accounts", wallet)).body.withdrawal_account;
  await merchant.post(`/withdrawal-accounts/${account}/confirm`);
  const { frequency, time } = DAILY;
  const answer = await merchant.send("PUT", "/withdrawal-rules", { account, frequency, time });
  assert.equal(answer.status, 200, answer.text);
  return answer.body.withdrawal_rule.id;
}

it(`after ${KILLS} kills of servers every due time has exactly one run, and the books are clean`, async () => {
  // Each of these zones changes its clocks between the end of February and the middle of May.
  const year = new Date().getUTCFullYear() + 1;
  world.db.advanceClock(Date.UTC(year, 1, 25) - Date.now());
  const merchants = await Promise.all(["Europe/Paris", "Africa/Cairo", "America/Havana"].map(aMerchant));
  const made = await Promise.all(
    merchants.flatMap((merchant) =>
      [
        {},
        { days_ahead: 2 },
        { days_ahead: 1, reserve_funds: "at_due" },
        { frequency: "weekly", days: [1, 6], holiday_rule: "after" },
      ].map(async (fields) => ({ merchant, id: await create(merchant, fields) })),
    ),
  );
  const ruled = await Promise.all(
    ["Europe/Paris", "America/Havana"].map(async (time_zone) => {
      const merchant = await aMerchant(time_zone);
      return { merchant, id: await setRule(merchant) };
    }),
  );
  const [seed] = fc.sample(fc.integer(), 1);
  const steps_of = fc.sample(fc.nat(STEPS_MAX), { numRuns: 4 * KILLS, ...(seed === undefined ? {} : { seed }) });
  let kills = 0;
  let back_ms = 0;
  for (let round = 0; kills < KILLS; round += 1) {
    assert.ok(round < steps_of.length / 2, `${kills} kills in ${round} rounds; seed ${seed}`);
    // Every fifth round sets the clock back by an hour; the next round makes up for it.
    const step_ms = round % 5 === 4 ? -HOUR_MS : DAY_MS + MINUTE_MS + back_ms;
    back_ms = step_ms < 0 ? HOUR_MS : 0;
    world.db.advanceClock(step_ms);
    for (const { id: merchant, environment } of ruled.map((one) => one.merchant))
      await world.db.engine((tx) =>
        addFunds(tx, { scope: { merchant, environment }, currency: "XAF", amount: 10n, note: null }, "test"),
      );
    const died = await Promise.all([serve(steps_of[2 * round] ?? 0), serve(steps_of[2 * round + 1] ?? 0)]);
    kills += died.filter(Boolean).length;
  }
  world.db.advanceClock(back_ms);
  await serve(Number.POSITIVE_INFINITY);

  for (const { merchant, id } of made) {
    const scope = { merchant: merchant.id, environment: merchant.environment };
    const { row, calendar, now } = await world.db.engine(async (tx) => ({
      row: await find(tx, scope, id),
      calendar: await readCalendar(tx, scope),
      now: tx.now,
    }));
    assert.ok(row);
    const start = { day: dayAfter(row.starts_on, -1), at: row.created_at };
    const horizon = new Date(Date.parse(now) + row.days_ahead * DAY_MS).toISOString();
    const expected = nextOccurrences(row, calendar, start, 2_000).filter(({ due_at }) => due_at <= horizon);
    const runs = await world.rows(`select due_at from schedule_runs where schedule = '${id}' order by due_at`);
    assert.deepEqual(
      runs.map(({ due_at }) => due_at),
      expected.slice(0, runs.length).map(({ due_at }) => due_at),
      `seed ${seed}`,
    );
    // If the balance is too small, a run that is created ahead is retried until it is due.
    const open = expected.slice(runs.length);
    assert.ok(
      open.every(({ due_at }) => due_at > now && row.days_ahead > 0),
      `${open.length} due times without a run; seed ${seed}`,
    );
    assert.ok(runs.length > 0);
  }
  for (const { merchant, id } of ruled) {
    const scope = { merchant: merchant.id, environment: merchant.environment };
    const { row, calendar, now } = await world.db.engine(async (tx) => ({
      row: await findRule(tx, scope, id),
      calendar: await readCalendar(tx, scope),
      now: tx.now,
    }));
    assert.ok(row);
    const start = { day: dayAfter(dayIn(calendar.time_zone, row.created_at), -1), at: row.created_at };
    const expected = nextOccurrences({ ...DAILY, starts_on: start.day }, calendar, start, 2_000);
    const runs = await world.rows(`select due_at from withdrawal_rule_runs where rule = '${id}' order by due_at`);
    assert.deepEqual(
      runs.map(({ due_at }) => due_at),
      expected.map(({ due_at }) => due_at).filter((due_at) => due_at <= now),
      `seed ${seed}`,
    );
    assert.ok(runs.length > 0);
  }
  await world.assertCleanAudit();
});
