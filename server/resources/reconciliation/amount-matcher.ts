import { DAY_MS, toMilliseconds } from "#kernel/time.ts";
import { PARTY_DIGITS, type ReportLine } from "./parse-report.ts";
import type { BookedAttempt } from "./store.ts";

interface EndedAttempt {
  readonly attempt: BookedAttempt;
  readonly at_ms: number;
}

/**
 * Returns a function that guesses the attempt of a statement line without an id: the attempt with this amount, to a
 * number with these last digits, within a day. It returns null if two attempts match, and never returns an attempt
 * twice. The attempts are sorted beforehand, so that each guess takes logarithmic time.
 */
export function amountMatcher(ended: readonly BookedAttempt[]): (line: ReportLine) => BookedAttempt | null {
  const groups = Map.groupBy(
    ended.flatMap((attempt) =>
      attempt.ended_at === null ? [] : [{ attempt, at_ms: toMilliseconds(attempt.ended_at) }],
    ),
    ({ attempt }) => matchKey(attempt.booked, attempt.receiver.slice(-PARTY_DIGITS)),
  );
  for (const group of groups.values()) group.sort((one, other) => one.at_ms - other.at_ms);
  return (line) => {
    if (line.party === null || !line.is_complete) return null;
    const group = groups.get(matchKey(line.amount, line.party)) ?? [];
    const at_ms = toMilliseconds(line.happened_at);
    const index = firstSince(group, at_ms - DAY_MS);
    const [match, next_match] = [group[index], group[index + 1]];
    const isWithinDay = (candidate: EndedAttempt | undefined): boolean =>
      candidate !== undefined && candidate.at_ms <= at_ms + DAY_MS;
    if (!match || !isWithinDay(match) || isWithinDay(next_match)) return null;
    group.splice(index, 1);
    return match.attempt;
  };
}

function matchKey(amount: bigint, party: string): string {
  return `${amount} ${party}`;
}

/** Binary search: returns the index of the first attempt that ended at or after this time. */
function firstSince(group: readonly EndedAttempt[], since_ms: number): number {
  let [low, high] = [0, group.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((group[middle]?.at_ms ?? since_ms) < since_ms) low = middle + 1;
    else high = middle;
  }
  return low;
}
