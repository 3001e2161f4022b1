import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { amountToWithdraw, nextDueTime, searchFrom } from "./rules.ts";

describe("the amount of an automatic withdrawal", () => {
  for (const [available, balance_above, balance_left, amount] of [
    [0n, 0n, 0n, 0n],
    [1n, 0n, 0n, 1n],
    [500n, 500n, 0n, 0n],
    [501n, 500n, 0n, 501n],
    [501n, 500n, 100n, 401n],
    [100n, 0n, 100n, 0n],
    [101n, 0n, 100n, 1n],
    [99n, 0n, 100n, 0n],
  ] as const) {
    it(`of ${available}, above ${balance_above}, leaving ${balance_left}, is ${amount}`, () => {
      assert.equal(amountToWithdraw({ balance_above, balance_left }, available), amount);
    });
  }
});

describe("the next due time of a withdrawal rule", () => {
  const calendar = { time_zone: "Africa/Douala", holidays: new Set<string>() };
  const weekly = { frequency: "weekly", days: [5], time: "18:00" } as const;
  const daily = { frequency: "daily", days: [], time: "18:00" } as const;
  const never_run = { last_day: null, last_due_at: null };
  // Thursday, 17:30 in Douala.
  const now = "2026-04-02T16:30:00.000000Z";

  it("is the first one after now, in the merchant's time zone", () => {
    const after = searchFrom(never_run, calendar.time_zone, now);
    assert.equal(nextDueTime(daily, calendar, after)?.due_at, "2026-04-02T17:00:00.000000Z");
    assert.equal(nextDueTime(weekly, calendar, after)?.due_at, "2026-04-03T17:00:00.000000Z");
  });

  it("is never again on the day of the last run", () => {
    const after = searchFrom({ last_day: "2026-04-02", last_due_at: now }, calendar.time_zone, now);
    assert.equal(nextDueTime(daily, calendar, after)?.due_at, "2026-04-03T17:00:00.000000Z");
  });
});
