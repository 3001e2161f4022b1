import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ServiceError } from "#kernel/errors.ts";
import { type PeriodQuery, periodOf } from "./rules.ts";

const DOUALA = "Africa/Douala";
const NOW = "2026-11-03T08:00:00.000000Z";

describe("the period of a statement", () => {
  const cases: readonly (readonly [query: PeriodQuery, date_start: string, date_end: string])[] = [
    [{}, "2026-11-01", "2026-11-30"],
    [{ period: "month", date: "2026-10-17" }, "2026-10-01", "2026-10-31"],
    [{ date: "2028-02-29" }, "2028-02-01", "2028-02-29"],
    [{ date: "2026-02-01" }, "2026-02-01", "2026-02-28"],
    [{ period: "week", date: "2026-11-01" }, "2026-10-26", "2026-11-01"],
    [{ period: "week" }, "2026-11-02", "2026-11-08"],
    [{ period: "day" }, "2026-11-03", "2026-11-03"],
    [{ date_start: "2026-01-01", date_end: "2026-12-31" }, "2026-01-01", "2026-12-31"],
    [{ date_start: "9999-06-01", date_end: "9999-06-05" }, "9999-06-01", "9999-06-05"],
  ];
  for (const [query, date_start, date_end] of cases) {
    it(`${JSON.stringify(query)} is ${date_start} to ${date_end}`, () => {
      const period = periodOf(query, DOUALA, NOW);
      assert.deepEqual([period.date_start, period.date_end], [date_start, date_end]);
    });
  }

  it("begins and ends at midnight in the merchant's time zone, also when the clocks change", () => {
    const { begins_at, ends_at } = periodOf({ date: "2026-10-05" }, DOUALA, NOW);
    assert.deepEqual([begins_at, ends_at], ["2026-09-30T23:00:00.000000Z", "2026-10-31T23:00:00.000000Z"]);
    const paris = periodOf({ date: "2026-10-05" }, "Europe/Paris", NOW);
    assert.deepEqual([paris.begins_at, paris.ends_at], ["2026-09-30T22:00:00.000000Z", "2026-10-31T23:00:00.000000Z"]);
  });

  const refused: readonly (readonly [query: PeriodQuery, field: string])[] = [
    [{ date: "2026-02-30" }, "date"],
    [{ date: "9999-12-31" }, "date"],
    [{ period: "day", date_start: "2026-01-01", date_end: "2026-01-02" }, "period"],
    [{ date: "2026-01-01", date_end: "2026-01-02" }, "date"],
    [{ date_start: "2026-01-01" }, "date_end"],
    [{ date_end: "2026-01-01" }, "date_start"],
    [{ date_start: "2026-01-02", date_end: "2026-01-01" }, "date_end"],
    [{ date_start: "2026-01-01", date_end: "2027-01-02" }, "date_end"],
    [{ date_start: "2026-01-32", date_end: "2027-01-02" }, "date_start"],
  ];
  for (const [query, field] of refused) {
    it(`${JSON.stringify(query)} is refused for ${field}`, () => {
      assert.throws(
        () => periodOf(query, DOUALA, NOW),
        (error) => error instanceof ServiceError && Object.keys(error.fields ?? {}).join() === field,
      );
    });
  }
});
