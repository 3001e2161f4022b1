import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { allTimeZones, dayIn, readTimeZone, startOfDayIn, timeZoneOfCountry } from "./time-zone.ts";

describe("the first instant of a day", () => {
  for (const [zone, day, at] of [
    ["UTC", "2026-03-01", "2026-03-01T00:00:00.000000Z"],
    ["Africa/Douala", "2026-03-01", "2026-02-28T23:00:00.000000Z"],
    ["America/New_York", "2026-03-09", "2026-03-09T04:00:00.000000Z"],
    ["Asia/Kolkata", "2026-03-01", "2026-02-28T18:30:00.000000Z"],
    // Clocks change from 00:00 to 01:00: the day begins at 01:00.
    ["Africa/Cairo", "2026-04-24", "2026-04-23T22:00:00.000000Z"],
    // Clocks change from 24:00 back to 23:00: the last hour of the previous day repeats.
    ["Africa/Cairo", "2026-10-30", "2026-10-29T22:00:00.000000Z"],
    // Clocks change from 01:00 back to 00:00: the first midnight counts.
    ["America/Havana", "2026-11-01", "2026-11-01T04:00:00.000000Z"],
    ["Africa/Douala", "1900-01-01", "1900-01-01T00:00:00.000000Z"],
    ["Pacific/Kiritimati", "0000-01-01", "0000-01-01T00:00:00.000000Z"],
  ] as const) {
    it(`of ${day} in ${zone} is ${at}`, () => {
      assert.equal(startOfDayIn(zone, day), at);
      if (day > "1970") assert.equal(dayIn(zone, at), day);
    });
  }

  it("is null for a day that does not exist", () => assert.equal(startOfDayIn("Africa/Douala", "2026-02-30"), null));

  it("belongs to its day and follows the previous one, in every zone all year", () => {
    for (const zone of ["Africa/Cairo", "Africa/Casablanca", "Europe/Paris", "Australia/Lord_Howe", "America/Havana"]) {
      let before = "";
      for (let day = 0; day < 366; day += 1) {
        const name = new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10);
        const at = startOfDayIn(zone, name) ?? "";
        assert.ok(at > before, `${zone} ${name}`);
        assert.equal(dayIn(zone, at), name, zone);
        before = at;
      }
    }
  });
});

describe("a time zone", () => {
  it("is accepted by its IANA name only, in any case", () => {
    assert.equal(readTimeZone(" africa/douala "), "Africa/Douala");
    assert.equal(readTimeZone("utc"), "UTC");
    assert.equal(readTimeZone("Asia/Calcutta"), "Asia/Calcutta");
    for (const text of [
      "",
      "+01:00",
      "WAT",
      "EST",
      "Africa",
      "Africa/Yaounde",
      "Europe/Paris; drop",
      "x".repeat(200),
    ]) {
      assert.equal(readTimeZone(text), null, text);
    }
  });

  it("of every country's default is valid", () => {
    for (const country of ["CM", "CI", "SN", "CD", "KE", "XX"])
      assert.ok(readTimeZone(timeZoneOfCountry(country)), country);
    assert.ok(allTimeZones().includes("Africa/Douala"));
  });
});
