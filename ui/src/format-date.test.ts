import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { formatDate } from "./format-date.ts";

const first = new Date("2027-03-01T12:00:00Z");
const timeZone = "UTC";

describe("formatDate", () => {
  it("writes the first of a month as 1er in French, and other days as numbers", () => {
    const short = { day: "numeric", month: "short", timeZone } as const;
    assert.equal(formatDate(first, "fr", short), "1er mars");
    assert.equal(formatDate(first, "fr", { dateStyle: "long", timeZone }), "1er mars 2027");
    assert.equal(formatDate(new Date("2027-03-11T12:00:00Z"), "fr", short), "11 mars");
    assert.equal(formatDate(first, "en", short), "Mar 1");
    assert.equal(formatDate(first, "en-GB", short), "1 Mar");
  });

  it("does not change numeric dates", () => {
    assert.equal(formatDate(first, "fr", { day: "numeric", month: "numeric", timeZone }), "01/03");
  });
});
