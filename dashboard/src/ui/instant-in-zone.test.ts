import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { endOfDayInZone, instantInZone } from "./instant-in-zone.ts";

describe("the instant of a day and time in a zone", () => {
  it("has the zone's offset on that day", () => {
    assert.equal(instantInZone("2027-03-31", "09:00", "Africa/Douala"), "2027-03-31T09:00:00+01:00");
    assert.equal(instantInZone("2027-01-15", "09:00", "America/New_York"), "2027-01-15T09:00:00-05:00");
    assert.equal(instantInZone("2027-07-15", "09:00", "America/New_York"), "2027-07-15T09:00:00-04:00");
    assert.equal(instantInZone("2027-07-15", "00:30", "UTC"), "2027-07-15T00:30:00+00:00");
  });

  it("keeps the time of day on the day on which clocks change", () => {
    assert.equal(instantInZone("2027-03-28", "01:30", "Europe/Paris"), "2027-03-28T01:30:00+01:00");
    assert.equal(instantInZone("2027-03-28", "09:00", "Europe/Paris"), "2027-03-28T09:00:00+02:00");
    assert.equal(instantInZone("2027-10-31", "09:00", "Europe/Paris"), "2027-10-31T09:00:00+01:00");
  });

  it("is an hour later for a time that is skipped, and the first of a time that comes twice", () => {
    const at = (text: string): string => new Date(text).toISOString();
    for (const [zone, day] of [
      ["Europe/Paris", "2027-03-28"],
      ["America/New_York", "2027-03-14"],
    ] as const) {
      assert.equal(at(instantInZone(day, "02:30", zone)), at(instantInZone(day, "03:30", zone)));
    }
    assert.equal(instantInZone("2027-10-31", "02:30", "Europe/Paris"), "2027-10-31T02:30:00+02:00");
    assert.equal(instantInZone("2027-11-07", "01:30", "America/New_York"), "2027-11-07T01:30:00-04:00");
  });

  it("is the typed text, which the service refuses, if it is no day or time", () => {
    for (const [day, time] of [
      ["31/03/2027", "09:00"],
      ["2027-03-31", "9h"],
      ["tomorrow", ""],
    ] as const) {
      assert.equal(instantInZone(day, time, "Africa/Douala"), `${day}T${time}:00`);
    }
    assert.equal(endOfDayInZone("31/03/2027", "Africa/Douala"), "31/03/2027T00:00:00");
  });
});

it("a day ends with the start of the next one in its zone", () => {
  assert.equal(endOfDayInZone("2027-12-31", "Africa/Douala"), "2028-01-01T00:00:00+01:00");
  assert.equal(endOfDayInZone("2027-03-27", "Europe/Paris"), "2027-03-28T00:00:00+01:00");
  assert.equal(endOfDayInZone("2027-03-28", "Europe/Paris"), "2027-03-29T00:00:00+02:00");
});
