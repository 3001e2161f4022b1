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
      const slots: bigint[] = [];
      for (const { buckets: length, ...range } of countersCovering({ first, end }, coarsest)) {
        for (let slot = range.first * length; slot < range.end * length; slot += 1n) slots.push(slot);
      }
      slots.sort((a, b) => Number(a - b));
      assert.deepEqual(
        slots,
        Array.from({ length: Number(end - first) }, (_, place) => first + BigInt(place)),
      );
    }
  }
  assert.deepEqual(countersCovering({ first: 0n, end: 10n * DAY }, "day"), [
    { level: 1, buckets: DAY, first: 0n, end: 10n },
  ]);
});
