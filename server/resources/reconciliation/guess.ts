import { DAY_MS, toMilliseconds } from "#kernel/time.ts";
import { type Line, PARTY_DIGITS } from "./read.ts";
import type { Booked } from "./store.ts";

interface Ended {
  readonly attempt: Booked;
  readonly at_ms: number;
}

/**
 * Guesses the attempt of a line without an id: the one with this sum, to this number, within a day. Returns null for
 * two candidates. An attempt is returned once. The attempts are sorted beforehand, so that a guess takes logarithmic
 * time.
 */
export function guesser(ended: readonly Booked[]): (line: Line) => Booked | null {
  const alike = Map.groupBy(
    ended.flatMap((attempt) =>
      attempt.ended_at === null ? [] : [{ attempt, at_ms: toMilliseconds(attempt.ended_at) }],
    ),
    ({ attempt }) => likeness(attempt.booked, attempt.receiver.slice(-PARTY_DIGITS)),
  );
  for (const group of alike.values()) group.sort((one, other) => one.at_ms - other.at_ms);
  return (line) => {
    if (line.party === null || !line.is_complete) return null;
    const group = alike.get(likeness(line.amount, line.party)) ?? [];
    const at_ms = toMilliseconds(line.happened_at);
    const place = firstSince(group, at_ms - DAY_MS);
    const [found, second] = [group[place], group[place + 1]];
    const fits = (one: Ended | undefined): boolean => one !== undefined && one.at_ms <= at_ms + DAY_MS;
    if (!found || !fits(found) || fits(second)) return null;
    group.splice(place, 1);
    return found.attempt;
  };
}

function likeness(amount: bigint, party: string): string {
  return `${amount} ${party}`;
}

/** Binary search: the index of the first that ended at or after this time. */
function firstSince(group: readonly Ended[], since_ms: number): number {
  let [low, high] = [0, group.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((group[middle]?.at_ms ?? since_ms) < since_ms) low = middle + 1;
    else high = middle;
  }
  return low;
}
