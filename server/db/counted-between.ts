import { type Sql, sql } from "./tx.ts";

const HOUR_SLOTS = 60n;
const HOURS_OF_DAY = 24n;
const DAY_SLOTS = HOUR_SLOTS * HOURS_OF_DAY;

/** A range of time buckets (minutes): the first, and the first after the range. */
export interface SlotRange {
  readonly first: bigint;
  readonly end: bigint;
}

/** Counters of one level, and the number of buckets in each. */
interface Counters extends SlotRange {
  readonly level: number;
  readonly slots: bigint;
}

/**
 * Selects the counters of a range as rows of `status, channel, slot, count`: whole UTC days, then whole hours at their
 * edges, then minutes. A day of another time zone begins inside a UTC day. `coarsest` is the largest unit used. Each
 * level is a separate select, so that each uses the index.
 */
export function countedBetween(where: Sql, range: SlotRange, coarsest: "day" | "hour"): Sql {
  return countersOf(range, coarsest)
    .map(
      ({ level, slots, first, end }) => sql`
        select status, channel, slot * ${slots} as slot, count
        from list_counts
        where ${where} and level = ${level} and slot >= ${first} and slot < ${end}`,
    )
    .reduce((all, next) => sql`${all} union all ${next}`);
}

/** A pure function: the ranges are disjoint, and together cover the whole range. At least one, which may be empty. */
export function countersOf(range: SlotRange, coarsest: "day" | "hour"): readonly Counters[] {
  const hours = within(range, HOUR_SLOTS);
  const days = coarsest === "day" ? within(hours, HOURS_OF_DAY) : null;
  const inner = days && { first: days.first * HOURS_OF_DAY, end: days.end * HOURS_OF_DAY };
  const all: readonly Counters[] = [
    ...(days ? [{ level: 1, slots: DAY_SLOTS, ...days }] : []),
    ...around(hours, inner).map((edge) => ({ level: 3, slots: HOUR_SLOTS, ...edge })),
    ...around(range, { first: hours.first * HOUR_SLOTS, end: hours.end * HOUR_SLOTS }).map((edge) => ({
      ...{ level: 2, slots: 1n },
      ...edge,
    })),
  ];
  const filled = all.filter(({ first, end }) => first < end);
  return filled.length > 0 ? filled : [{ level: 2, slots: 1n, first: range.first, end: range.first }];
}

/** The larger units that lie within a range. */
function within({ first, end }: SlotRange, length: bigint): SlotRange {
  const begins = (first + length - 1n) / length;
  const ends = end / length;
  return { first: begins, end: ends < begins ? begins : ends };
}

/** A range without a part of it. */
function around({ first, end }: SlotRange, part: SlotRange | null): readonly SlotRange[] {
  if (part === null || part.first >= part.end) return [{ first, end }];
  return [
    { first, end: part.first },
    { first: part.end, end },
  ];
}
