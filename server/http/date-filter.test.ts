import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { rollUpCounters } from "#db/lists/list-counters.ts";
import { sql } from "#db/tx.ts";
import { DAY_MS, fromMilliseconds, HOUR_MS, MINUTE_MS, toMilliseconds } from "#kernel/time.ts";
import { transfer_order } from "#testing/orders.ts";
import { createTestUser } from "#testing/users.ts";
import { startTestWorld } from "#testing/world.ts";

const world = await startTestWorld({ works: false });

async function now_ms(): Promise<number> {
  return toMilliseconds((await world.db.engine((tx) => tx.row<{ at: string }>(sql`select ${tx.now} as at`))).at);
}

/** Advances the clock to the next time it is `hours`:`minutes` in UTC. Returns that day in UTC, and the next. */
async function advanceTo(hours: number, minutes: number): Promise<readonly [string, string]> {
  const now = await now_ms();
  const target = Math.floor(now / DAY_MS) * DAY_MS + hours * HOUR_MS + minutes * MINUTE_MS;
  const at = target > now ? target : target + DAY_MS;
  world.db.advanceClock(at - now);
  const dayOf = (ms: number): string => fromMilliseconds(ms).slice(0, 10);
  return [dayOf(at), dayOf(at + DAY_MS)];
}

const between = (first: string, last: string): string => `date_start=${first}&date_end=${last}`;

describe("the days of a merchant", () => {
  it("follow its country's time zone in every list, before and after a roll-up, and the answer names it", async () => {
    const [utc_day, next] = await advanceTo(23, 30);
    const shop = await world.merchant({ balance: 100_000n });
    await shop.post("/transfers", { ...transfer_order, reference: "past-midnight" });
    await shop.post("/payments", { amount: 100, currency: "XAF", phone: "677123456", reference: "Payment-1" });
    for (const is_rolled_up of [false, true]) {
      while (is_rolled_up && (await world.db.engine(rollUpCounters)));
      for (const path of ["/transfers", "/payments"]) {
        const [today, yesterday] = [
          await shop.get(`${path}?${between(next, next)}`),
          await shop.get(`${path}?${between(utc_day, utc_day)}`),
        ];
        assert.deepEqual([today.body.totals, today.body.selected], [1, 1], `${path} ${is_rolled_up}`);
        assert.deepEqual([yesterday.body.totals, yesterday.body.selected], [0, 0], `${path} ${is_rolled_up}`);
        assert.equal(today.body.time_zone, "Africa/Douala");
        assert.equal((await shop.get(path)).body.time_zone, undefined);
      }
    }
  });

  it("follow its chosen zone, even one whose offset is not a whole number of hours", async () => {
    const [utc_day, next] = await advanceTo(18, 45);
    const shop = await world.merchant({ balance: 100_000n });
    const owner = await createTestUser(world, shop.id, "owner");
    await owner.enrollSecondFactor();
    const set = (time_zone: unknown) => owner.send("PUT", `/merchants/${shop.id}/time-zone`, { time_zone });
    assert.equal((await set("Asia/Kolkata")).body.time_zone, "Asia/Kolkata");
    await shop.post("/transfers", { ...transfer_order, reference: "in-kolkata" });
    while (await world.db.engine(rollUpCounters));
    const totals = async (day: string): Promise<number> => {
      const { body } = await shop.get(`/transfers?${between(day, day)}`);
      return body.totals;
    };
    assert.deepEqual([await totals(utc_day), await totals(next)], [0, 1]);
    const { businesses } = (await owner.send("GET", "/me")).body.me;
    assert.equal(businesses[0].time_zone, "Asia/Kolkata");
    assert.equal((await set(null)).body.time_zone, "Africa/Douala");
    assert.deepEqual([await totals(utc_day), await totals(next)], [1, 0]);
  });

  it("are set by the owner, with an audit log entry: 400 for an unknown zone, 403 for another role", async () => {
    const shop = await world.merchant();
    const [owner, viewer] = [
      await createTestUser(world, shop.id, "owner"),
      await createTestUser(world, shop.id, "finance"),
    ];
    for (const person of [owner, viewer]) await person.enrollSecondFactor();
    const path = `/merchants/${shop.id}/time-zone`;
    for (const time_zone of ["+01:00", "Africa/Yaounde", "WAT", ""]) {
      const refused = await owner.send("PUT", path, { time_zone });
      assert.deepEqual([refused.status, Object.keys(refused.body.errors)], [400, ["time_zone"]], time_zone);
    }
    assert.equal((await owner.send("PUT", path, {})).status, 400);
    assert.equal((await viewer.send("PUT", path, { time_zone: "Africa/Lagos" })).status, 403);
    assert.equal((await owner.send("PUT", path, { time_zone: "Africa/Lagos" })).status, 200);
    const audit_log = await world.rows(
      `select action, before, after from audit_log where merchant = '${shop.id}' order by number desc limit 1`,
    );
    assert.deepEqual(audit_log, [
      { action: "merchant.time_zone_set", before: { time_zone: null }, after: { time_zone: "Africa/Lagos" } },
    ]);
  });

  it("apply to the overview and to exports, whose names and headings show the zone", async () => {
    const [, next] = await advanceTo(23, 30);
    const shop = await world.merchant({ balance: 100_000n });
    const owner = await createTestUser(world, shop.id, "owner");
    await owner.enrollSecondFactor();
    await shop.post("/payments", { amount: 100, currency: "XAF", phone: "677123456", reference: "Late-1" });
    const { overview } = (await owner.send("GET", `/merchants/${shop.id}/test/overview`)).body;
    assert.equal(overview.time_zone, "Africa/Douala");
    assert.equal(overview.payment_days.at(-1).day, next);
    const file = await owner.send("GET", `/merchants/${shop.id}/test/exports/payments?${between(next, next)}`);
    assert.match(file.text, /Late-1/);
    assert.match(file.text, new RegExp(`${next} 00:3\\d:`));
    assert.match(file.text, /\(Africa\/Douala\)/);
  });

  it("apply to the expiry of its keys", async () => {
    const [, next] = await advanceTo(12, 0);
    const shop = await world.merchant();
    const owner = await createTestUser(world, shop.id, "owner");
    await owner.enrollSecondFactor();
    const filter = { kind: "private", name: "Ends", expires_on: next };
    assert.equal((await owner.send("POST", `/merchants/${shop.id}/test/keys`, filter)).status, 201);
    const { items } = (await owner.send("GET", `/merchants/${shop.id}/test/keys`)).body;
    const ends = items.find(({ name }: { name: string }) => name === "Ends").expires_at;
    assert.equal(ends, fromMilliseconds(Date.parse(`${next}T00:00:00Z`) - HOUR_MS));
  });
});
