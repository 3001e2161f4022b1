import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { neighbours, statementQuery, titleOf } from "./statement-period.ts";

const OCTOBER = { period: "month", date_start: "2026-10-01", date_end: "2026-10-31" } as const;

describe("the period of the statements page", () => {
  it("comes from the page's address; a range with one day only is not requested", () => {
    const queryOf = (text: string) => statementQuery(new URLSearchParams(text));
    assert.deepEqual(queryOf(""), {});
    assert.deepEqual(queryOf("period=week&date=2026-10-05&date_start=2026-01-01"), {
      period: "week",
      date: "2026-10-05",
    });
    assert.equal(queryOf("period=range&date_start=2026-10-01"), null);
    assert.deepEqual(queryOf("period=range&date=2026-01-01&date_start=2026-10-01&date_end=2026-10-02"), {
      ...{ date_start: "2026-10-01", date_end: "2026-10-02" },
    });
  });

  it("leads to the period before, and to the next once that has begun", () => {
    const ends_at = "2026-10-31T23:00:00.000000Z";
    assert.deepEqual(neighbours({ ...OCTOBER, ends_at }, Date.parse(ends_at)), ["2026-09-30", "2026-11-01"]);
    assert.deepEqual(neighbours({ ...OCTOBER, ends_at }, Date.parse(ends_at) - 1), ["2026-09-30", null]);
  });

  it("has a title in the reader's language", () => {
    assert.equal(titleOf(OCTOBER, "en"), "October 2026");
    assert.equal(titleOf(OCTOBER, "fr"), "octobre 2026");
    const day = { period: "day", date_start: "2026-10-01", date_end: "2026-10-01" } as const;
    assert.equal(titleOf(day, "fr"), "1er octobre 2026");
    assert.equal(titleOf({ ...OCTOBER, period: "range" }, "en"), "October 1, 2026 – October 31, 2026");
  });
});
