import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { dayAfter } from "#kernel/time.ts";
import { instantIn } from "#kernel/time-zone.ts";
import { BEFORE_ALL, type Calendar, nextOccurrence, nextOccurrences, validateRecurrence } from "./rules.ts";
import type { Recurrence } from "./schema.ts";

const DOUALA: Calendar = { time_zone: "Africa/Douala", holidays: new Set() };

function monthly(days: readonly number[], fields: Partial<Recurrence> = {}): Recurrence {
  return {
    ...{ frequency: "monthly", days, time: "09:00", holiday_rule: "none", starts_on: "2027-01-01", ends_on: null },
    ...fields,
  };
}

/** The first due times of a recurrence, searched from its first day. */
function firstDueTimes(recurrence: Recurrence, calendar: Calendar, count: number): readonly string[] {
  const start = { day: dayAfter(recurrence.starts_on, -1), at: BEFORE_ALL };
  return nextOccurrences(recurrence, calendar, start, count).map(({ due_at }) => due_at.slice(0, 16));
}

describe("due times", () => {
  const in_paris = { time_zone: "Europe/Paris", holidays: new Set<string>() };
  const holidays = new Set(["2027-01-29", "2027-02-26", "2027-05-01", "2027-12-31"]);
  const with_holidays = { time_zone: "Africa/Douala", holidays };
  for (const [name, recurrence, calendar, due_times] of [
    [
      "of the 31st are the last days of shorter months",
      monthly([31]),
      DOUALA,
      ["2027-01-31T08:00", "2027-02-28T08:00", "2027-03-31T08:00", "2027-04-30T08:00"],
    ],
    [
      "of the 30th are the last day of February, in a leap year its 29th",
      monthly([30], { starts_on: "2028-02-01" }),
      DOUALA,
      ["2028-02-29T08:00", "2028-03-30T08:00"],
    ],
    [
      "of the 29th come every year",
      monthly([29], { starts_on: "2027-02-01" }),
      DOUALA,
      ["2027-02-28T08:00", "2027-03-29T08:00"],
    ],
    [
      "of the 30th and the 31st are one in a month with 28 days",
      monthly([30, 31], { starts_on: "2027-02-01" }),
      DOUALA,
      ["2027-02-28T08:00", "2027-03-30T08:00", "2027-03-31T08:00"],
    ],
    [
      "of a fortnight are the 15th and the last day",
      monthly([15, 31]),
      DOUALA,
      ["2027-01-15T08:00", "2027-01-31T08:00", "2027-02-15T08:00", "2027-02-28T08:00"],
    ],
    [
      "move before weekends and holidays, into an earlier month if need be",
      monthly([1, 31], { holiday_rule: "before", starts_on: "2027-01-30" }),
      with_holidays,
      // 31 January is a Sunday, 30 a Saturday, 29 a holiday, so the due day moves to 28. 28 February is a Sunday, 26 a
      // holiday.
      ["2027-01-28T08:00", "2027-02-01T08:00", "2027-02-25T08:00", "2027-03-01T08:00"],
    ],
    [
      "move after weekends and holidays, into the next month if need be",
      monthly([31], { holiday_rule: "after" }),
      with_holidays,
      ["2027-02-01T08:00", "2027-03-01T08:00", "2027-03-31T08:00", "2027-04-30T08:00"],
    ],
    [
      "that move to one day are one",
      monthly([], { frequency: "daily", holiday_rule: "after", starts_on: "2027-01-28" }),
      with_holidays,
      // Friday 29 is a holiday, so Friday, Saturday and Sunday move to Monday and are one due time.
      ["2027-01-28T08:00", "2027-02-01T08:00", "2027-02-02T08:00"],
    ],
    [
      "of a week are its days, Monday first",
      monthly([1, 5], { frequency: "weekly", starts_on: "2027-01-01" }),
      DOUALA,
      ["2027-01-01T08:00", "2027-01-04T08:00", "2027-01-08T08:00"],
    ],
    ["end on the last day", monthly([31], { ends_on: "2027-02-28" }), DOUALA, ["2027-01-31T08:00", "2027-02-28T08:00"]],
    [
      "keep the time of day when the clocks change",
      monthly([], { frequency: "daily", starts_on: "2027-03-27" }),
      in_paris,
      ["2027-03-27T08:00", "2027-03-28T07:00", "2027-03-29T07:00"],
    ],
    [
      "at a time that the clocks skip are an hour later on the clock that day",
      monthly([], { frequency: "daily", time: "02:30", starts_on: "2027-03-27" }),
      in_paris,
      ["2027-03-27T01:30", "2027-03-28T01:30", "2027-03-29T00:30"],
    ],
    [
      "at a time that comes twice are the first of the two",
      monthly([], { frequency: "daily", time: "02:30", starts_on: "2027-10-30" }),
      in_paris,
      ["2027-10-30T00:30", "2027-10-31T00:30", "2027-11-01T01:30"],
    ],
    [
      "at midnight follow a zone whose clocks skip midnight",
      monthly([], { frequency: "daily", time: "00:00", starts_on: "2026-04-23" }),
      { time_zone: "Africa/Cairo", holidays: new Set<string>() },
      ["2026-04-22T22:00", "2026-04-23T22:00", "2026-04-24T21:00"],
    ],
  ] as const) {
    it(name, () => assert.deepEqual(firstDueTimes(recurrence, calendar, due_times.length), due_times));
  }

  it("end with the last day", () => {
    const recurrence = monthly([31], { ends_on: "2027-02-28" });
    assert.equal(nextOccurrence(recurrence, DOUALA, { day: "2027-02-28", at: BEFORE_ALL }), null);
  });

  it("of the next day move with the zone, and never before the last run", () => {
    const recurrence = monthly([], { frequency: "daily", time: "00:30", starts_on: "2027-01-01" });
    const in_douala = nextOccurrence(recurrence, DOUALA, { day: "2027-01-04", at: BEFORE_ALL });
    assert.deepEqual(in_douala, { day: "2027-01-05", due_at: "2027-01-04T23:30:00.000000Z" });
    const kiritimati = { time_zone: "Pacific/Kiritimati", holidays: new Set<string>() };
    // In Kiritimati 5 January begins 13 hours earlier than in Douala. It has passed there, so a later day is due next.
    const moved = nextOccurrence(recurrence, kiritimati, { day: "2027-01-05", at: "2027-01-05T23:30:00.000000Z" });
    assert.deepEqual(moved, { day: "2027-01-07", due_at: "2027-01-06T10:30:00.000000Z" });
  });
});

describe("due times of any schedule", () => {
  const day = fc.integer({ min: 0, max: 3_000 }).map((number) => dayAfter("2026-01-01", number));
  const anyCalendar = fc.record({
    time_zone: fc.constantFrom(
      "Africa/Douala",
      "Africa/Cairo",
      "Africa/Casablanca",
      "Europe/Paris",
      "America/Havana",
      "Australia/Lord_Howe",
    ),
    holidays: fc.uniqueArray(day, { maxLength: 40 }).map((days) => new Set(days)),
  });
  const time = fc
    .tuple(fc.nat(23), fc.nat(59))
    .map((parts) => parts.map((part) => String(part).padStart(2, "0")).join(":"));
  const anyRecurrence = fc.constantFrom("daily" as const, "weekly" as const, "monthly" as const).chain((frequency) =>
    fc.record({
      frequency: fc.constant(frequency),
      days:
        frequency === "daily"
          ? fc.constant([])
          : fc.uniqueArray(fc.integer({ min: 1, max: frequency === "weekly" ? 7 : 31 }), {
              minLength: 1,
              maxLength: 4,
            }),
      time,
      holiday_rule: fc.constantFrom("none" as const, "before" as const, "after" as const),
      starts_on: day,
      ends_on: fc.constant(null),
    }),
  );

  it("increase strictly, computed one by one or as a list", () => {
    fc.assert(
      fc.property(anyRecurrence, anyCalendar, (recurrence, calendar) => {
        const start = { day: dayAfter(recurrence.starts_on, -1), at: BEFORE_ALL };
        const list = nextOccurrences(recurrence, calendar, start, 40);
        assert.equal(list.length, 40);
        let last = start;
        for (const occurrence of list) {
          assert.ok(occurrence.due_at > last.at && occurrence.day > last.day);
          assert.deepEqual(nextOccurrence(recurrence, calendar, last), occurrence);
          last = { day: occurrence.day, at: occurrence.due_at };
        }
      }),
    );
  });

  it("are the days that the rule names, or the days they shift to, and no others", () => {
    fc.assert(
      fc.property(anyRecurrence, anyCalendar, (recurrence, calendar) => {
        const days = Array.from({ length: 120 }, (_, index) => dayAfter(recurrence.starts_on, index));
        const day = new Set(
          days.filter((each) => isNamed(recurrence, each)).map((each) => paidOn(recurrence, calendar, each)),
        );
        const [hour = 0, minute = 0] = recurrence.time.split(":").map(Number);
        const expected = new Set(
          [...day].map((each) =>
            instantIn(calendar.time_zone, Date.parse(`${each}T00:00:00Z`) + (hour * 60 + minute) * 60_000),
          ),
        );
        const ends_on = days.at(-1) ?? "";
        const start = { day: dayAfter(recurrence.starts_on, -1), at: BEFORE_ALL };
        const found = nextOccurrences({ ...recurrence, ends_on }, calendar, start, 200).map(({ due_at }) => due_at);
        assert.deepEqual(new Set(found), expected);
        assert.equal(found.length, expected.size);
      }),
    );
  });

  /** An independent implementation of the recurrence, which tests a single day. */
  function isNamed({ frequency, days }: Recurrence, each: string): boolean {
    if (frequency === "daily") return true;
    const [year = 0, month = 0, date = 0] = each.split("-").map(Number);
    if (frequency === "weekly")
      return days.includes(((new Date(Date.UTC(year, month - 1, date)).getUTCDay() + 6) % 7) + 1);
    const length = new Date(Date.UTC(year, month, 0)).getUTCDate();
    return days.some((day) => Math.min(day, length) === date);
  }

  function paidOn({ holiday_rule }: Recurrence, { holidays }: Calendar, each: string): string {
    const is_free = [0, 6].includes(new Date(each).getUTCDay()) || holidays.has(each);
    if (holiday_rule === "none" || !is_free) return each;
    return paidOn(
      { ...monthly([]), holiday_rule },
      { time_zone: "", holidays },
      dayAfter(each, holiday_rule === "before" ? -1 : 1),
    );
  }
});

describe("a recurrence", () => {
  for (const [body, fields] of [
    [{ frequency: "monthly", days: [31] }, []],
    [{ frequency: "monthly" }, ["days"]],
    [{ frequency: "weekly", days: [7] }, []],
    [{ frequency: "weekly", days: [8] }, ["days"]],
    [{ frequency: "daily" }, []],
    [{ frequency: "daily", days: [1] }, ["days"]],
    [{ frequency: "daily", starts_on: "2027-02-30" }, ["starts_on"]],
    [{ frequency: "daily", starts_on: "2027-02-20", ends_on: "2027-02-19" }, ["ends_on"]],
  ] as const) {
    it(`${JSON.stringify(body)} has ${fields.length === 0 ? "no error" : `an error in ${fields}`}`, () =>
      assert.deepEqual(Object.keys(validateRecurrence(body)), fields));
  }
});
