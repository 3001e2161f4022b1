import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { DAY_MS, duration, fromDatabase, fromMilliseconds, plus, startOfDay, toMilliseconds } from "./time.ts";

describe("time", () => {
  it("has microseconds, even if the database omits zeros", () => {
    assert.equal(fromDatabase("2026-03-01 12:00:00+00"), "2026-03-01T12:00:00.000000Z");
    assert.equal(fromDatabase("2026-03-01 12:00:00.5+00"), "2026-03-01T12:00:00.500000Z");
    assert.equal(fromDatabase("2026-03-01 12:00:00.123456+00"), "2026-03-01T12:00:00.123456Z");
  });

  it("keeps its microseconds in additions, even across the end of a year", () => {
    assert.equal(plus("2026-12-31T23:59:59.999123Z", 1), "2027-01-01T00:00:00.000123Z");
    assert.equal(plus("2026-03-01T12:00:00.000456Z", -DAY_MS), "2026-02-28T12:00:00.000456Z");
    assert.equal(toMilliseconds(fromMilliseconds(1_234)), 1_234);
  });

  it("rejects days that do not exist", () => {
    assert.equal(startOfDay("2024-02-29"), "2024-02-29T00:00:00.000000Z");
    for (const day of ["2026-02-29", "2026-02-30", "2026-13-01", "2026-1-1", "today", ""])
      assert.equal(startOfDay(day), null, day);
  });

  it("parses durations, and refuses other texts", () => {
    assert.deepEqual(["1 minute", "30 seconds", "250 ms", "72 hours"].map(duration), [
      60_000,
      30_000,
      250,
      72 * 3_600_000,
    ]);
    for (const text of ["1", "minute", "one minute", "1 fortnight"]) assert.throws(() => duration(text));
  });
});
