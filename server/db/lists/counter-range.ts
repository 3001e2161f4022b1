import { type Sql, sql } from "#db/tx.ts";

const HOUR_BUCKETS = 60n;
const HOURS_OF_DAY = 24n;
const DAY_BUCKETS = HOUR_BUCKETS * HOURS_OF_DAY;

/** A range of time buckets (minutes): the first, and the first after the range. */
export interface BucketRange {
  readonly first: bigint;
  readonly end: bigint;
}

/** Counters of one level, and the number of buckets in each. */
interface CounterRange extends BucketRange {
  readonly level: number;
  readonly buckets: bigint;
}

/**
 * Selects the counters of a range as rows of `status, channel, bucket, count`: whole UTC days, then whole hours at
 * their edges, then minutes. The edges exist because a day of another time zone begins inside a UTC day. `coarsest` is
 * the largest unit used. Each level is a separate select, so that each uses the index.
 */
export function selectCounters(where: Sql, range: BucketRange, coarsest: "day" | "hour"): Sql {
  return countersCovering(range, coarsest)
    .map(
      ({ level, buckets, first, end }) => sql`
        select status, channel, bucket * ${buckets} as bucket, count
        from list_counts
        where ${where} and level = ${level} and bucket >= ${first} and bucket < ${end}`,
    )
    .reduce((all, next) => sql`${all} union all ${next}`);
}

/** Splits a range into disjoint ranges of counters that together cover it. Returns at least one, which may be empty. */
export function countersCovering(range: BucketRange, coarsest: "day" | "hour"): readonly CounterRange[] {
  const hours = wholeUnitsIn(range, HOUR_BUCKETS);
  const days = coarsest === "day" ? wholeUnitsIn(hours, HOURS_OF_DAY) : null;
  const inner = days && { first: days.first * HOURS_OF_DAY, end: days.end * HOURS_OF_DAY };
  const all: readonly CounterRange[] = [
    ...(days ? [{ level: 1, buckets: DAY_BUCKETS, ...days }] : []),
    ...subtractRange(hours, inner).map((edge) => ({ level: 3, buckets: HOUR_BUCKETS, ...edge })),
    ...subtractRange(range, { first: hours.first * HOUR_BUCKETS, end: hours.end * HOUR_BUCKETS }).map((edge) => ({
      ...{ level: 2, buckets: 1n },
      ...edge,
    })),
  ];
  const filled = all.filter(({ first, end }) => first < end);
  return filled.length > 0 ? filled : [{ level: 2, buckets: 1n, first: range.first, end: range.first }];
}

/** The whole larger units that lie within a range. */
function wholeUnitsIn({ first, end }: BucketRange, length: bigint): BucketRange {
  const begins = (first + length - 1n) / length;
  const ends = end / length;
  return { first: begins, end: ends < begins ? begins : ends };
}

/** A range without a part of it. */
function subtractRange({ first, end }: BucketRange, part: BucketRange | null): readonly BucketRange[] {
  if (part === null || part.first >= part.end) return [{ first, end }];
  return [
    { first, end: part.first },
    { first: part.end, end },
  ];
}
