import assert from "node:assert/strict";
import { it } from "node:test";
import { countersCovering } from "./counter-range.ts";

const DAY = 1_440n;

it("the counters of a range cover each time bucket once, and use whole days where possible", () => {
  for (const [first, end] of [
    [0n, 10n * DAY],
    [0n, 0n],
    [3n * DAY - 60n, 5n * DAY - 60n],
    [3n * DAY + 330n, 5n * DAY + 330n],
    [3n * DAY + 15n, 3n * DAY + 45n],
    [3n * DAY + 15n, 3n * DAY + 75n],
    [3n * DAY + 60n, 3n * DAY + 120n],
    [3n * DAY + 1_439n, 4n * DAY + 1n],
  ] as const) {
    for (const coarsest of ["day", "hour"] as const) {
      const covered_buckets: bigint[] = [];
      for (const { buckets: length, ...range } of countersCovering({ first, end }, coarsest)) {
        for (let bucket = range.first * length; bucket < range.end * length; bucket += 1n) covered_buckets.push(bucket);
      }
      covered_buckets.sort((a, b) => Number(a - b));
      assert.deepEqual(
        covered_buckets,
        Array.from({ length: Number(end - first) }, (_, index) => first + BigInt(index)),
      );
    }
  }
  assert.deepEqual(countersCovering({ first: 0n, end: 10n * DAY }, "day"), [
    { level: 1, buckets: DAY, first: 0n, end: 10n },
  ]);
});
