import assert from "node:assert/strict";
import { it } from "node:test";
import fc from "fast-check";
import { NEW_PART, NEW_SPLIT, sumOfSplit } from "#dashboard/src/ui/split-draft.ts";
import { partAmounts } from "#server/resources/splits/rules.ts";
import { randomRuns } from "#server/testing/random-runs.ts";

const percent = fc.integer({ min: 1, max: 10_000 }).map((basis_points) => ({ basis_points, amount: null }));
const fixed = fc.integer({ min: 1, max: 1_000 }).map((amount) => ({ basis_points: null, amount }));

it("the dashboard's form shows the sum of the parts that the service pays, to the unit", () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof({ weight: 3, arbitrary: percent }, fixed), { minLength: 1, maxLength: 5 }),
      fc.bigInt({ min: 1n, max: 5_000n }),
      (terms, amount) => {
        const paid = partAmounts(amount, terms);
        const parts = terms.map(({ basis_points, amount: size }) => ({
          ...NEW_PART,
          ...(basis_points === null
            ? ({ measure: "amount", size: String(size) } as const)
            : ({ measure: "percent", size: (basis_points / 100).toFixed(2) } as const)),
        }));
        assert.deepEqual(
          sumOfSplit({ ...NEW_SPLIT, parts }, { amount, is_open: false, currency: "XAF" }),
          paid === null ? { kind: "exceeds" } : { kind: "amount", parts: amount - paid.rest, rest: paid.rest },
        );
      },
    ),
    { numRuns: randomRuns(1_000, 10_000) },
  );
});
