import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { feeShares, partAmounts, returnedAmounts, validateSplit } from "./rules.ts";
import { FEE_BEARERS, PART_DESCRIPTIONS_MAX, PARTS_MAX } from "./schema.ts";

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n);
const amount = fc.bigInt({ min: 1n, max: 10_000_000n });
const shares = fc.array(fc.bigInt({ min: 0n, max: 100_000n }), { minLength: 1, maxLength: 21 });

describe("the parts of a payment", () => {
  it("add up to the payment to the unit, each within a unit of its percent", () => {
    fc.assert(
      fc.property(
        amount,
        fc.array(fc.integer({ min: 1, max: 600 }), { minLength: 1, maxLength: 16 }),
        (total, points) => {
          const divided = partAmounts(
            total,
            points.map((basis_points) => ({ basis_points, amount: null })),
          );
          assert.ok(divided);
          assert.equal(divided.rest + sum(divided.parts), total);
          for (const [index, part] of divided.parts.entries()) {
            const exact = Number(total) * (points[index] ?? 0);
            assert.ok(Math.abs(Number(part) * 10_000 - exact) < 10_000);
          }
        },
      ),
    );
  });

  for (const [total, terms, expected] of [
    [100n, [{ basis_points: 3_333 }, { basis_points: 3_333 }, { basis_points: 3_334 }], [0n, 33n, 33n, 34n]],
    [101n, [{ basis_points: 5_000 }], [51n, 50n]],
    [1_000n, [{ amount: 250 }, { basis_points: 7_500 }], [0n, 250n, 750n]],
    [1_000n, [{ amount: 251 }, { basis_points: 7_500 }], null],
    [1_000n, [{ amount: 1_001 }], null],
    [1n, [{ basis_points: 1 }], [1n, 0n]],
  ] as const) {
    it(`${total} in ${JSON.stringify(terms)} is ${expected ? expected.join(", ") : "refused"}`, () => {
      const divided = partAmounts(
        total,
        terms.map((part) => ({ basis_points: null, amount: null, ...part })),
      );
      assert.deepEqual(divided && [divided.rest, ...divided.parts], expected);
    });
  }

  it("have descriptions of a thousand characters together, so that a payment stays within the size of a record", () => {
    const errorsOf = (length: number) =>
      validateSplit({
        amount: 1_000,
        split: { parts: Array.from({ length: PARTS_MAX }, () => ({ amount: 1, description: "€".repeat(length) })) },
      });
    assert.deepEqual(errorsOf(PART_DESCRIPTIONS_MAX / PARTS_MAX), {});
    assert.deepEqual(errorsOf(PART_DESCRIPTIONS_MAX / PARTS_MAX + 1)["split.parts"]?.[0]?.params, { maximum: 1_000 });
  });

  it("bear the whole fee, and none more than its amount", () => {
    fc.assert(
      fc.property(shares, fc.constantFrom(...FEE_BEARERS), fc.nat(100), (amounts, bearer, percent) => {
        const fee = (sum(amounts) * BigInt(percent)) / 100n;
        const borne = feeShares(fee, amounts, bearer);
        assert.equal(sum(borne), fee);
        for (const [index, share] of borne.entries()) assert.ok(share >= 0n && share <= (amounts[index] ?? 0n));
        const bearers = borne.filter((_, index) => bearer === "all" || (bearer === "platform") === (index === 0));
        const capacity = amounts.filter((_, index) => bearer === "all" || (bearer === "platform") === (index === 0));
        assert.equal(sum(bearers), fee < sum(capacity) ? fee : sum(capacity));
      }),
    );
  });
});

describe("the amount that parts return", () => {
  it("is in proportion to the unit over many refunds, and everything in the end", () => {
    fc.assert(
      fc.property(shares, fc.array(fc.integer({ min: 1, max: 5_000 }), { maxLength: 60 }), (amounts, refunds) => {
        const whole = sum(amounts);
        fc.pre(whole > 0n);
        let returned: readonly bigint[] = amounts.map(() => 0n);
        for (const refund of [...refunds.map(BigInt), whole]) {
          const before = returned;
          const after = sum(before) + refund > whole ? whole : sum(before) + refund;
          returned = returnedAmounts(amounts, before, after);
          assert.equal(sum(returned), after);
          for (const [index, part] of returned.entries()) {
            const share = amounts[index] ?? 0n;
            assert.ok(part >= (before[index] ?? 0n) && part <= share);
            const error = part * whole - share * after;
            assert.ok((error < 0n ? -error : error) < 2n * whole, "within two units of its proportion");
          }
        }
        assert.deepEqual(returned, amounts);
      }),
    );
  });

  it("comes back when a refund fails, and nothing more is taken then", () => {
    fc.assert(
      fc.property(shares, fc.array(fc.tuple(fc.boolean(), fc.nat(5_000)), { maxLength: 60 }), (amounts, steps) => {
        let returned: readonly bigint[] = amounts.map(() => 0n);
        for (const [is_refund, size] of steps) {
          const before = returned;
          const change = is_refund ? BigInt(size) : -BigInt(size);
          const after = [sum(before) + change, sum(amounts)].reduce((one, other) => (one < other ? one : other));
          returned = returnedAmounts(amounts, before, after < 0n ? 0n : after);
          assert.equal(sum(returned), after < 0n ? 0n : after);
          for (const [index, part] of returned.entries()) {
            const earlier = before[index] ?? 0n;
            assert.ok(part >= 0n && part <= (amounts[index] ?? 0n));
            assert.ok(is_refund ? part >= earlier : part <= earlier);
          }
        }
      }),
    );
  });
});

describe("the form of a split", () => {
  const reasons = (body: object, is_open = false) =>
    Object.fromEntries(Object.entries(validateSplit(body, is_open)).map(([field, [error]]) => [field, error?.reason]));
  for (const [split, expected] of [
    [{ parts: [{ basis_points: 10_000 }] }, {}],
    [{ parts: [{}] }, { "split.parts.0.basis_points": "part_size_required" }],
    [{ parts: [{ basis_points: 1, amount: 1 }] }, { "split.parts.0.amount": "conflicting_parameter" }],
    [{ parts: [{ basis_points: 9_000 }, { basis_points: 1_001 }] }, { "split.parts": "split_exceeds_payment" }],
    [{ parts: [{ amount: 900 }, { basis_points: 1_001 }] }, { "split.parts": "split_exceeds_payment" }],
    [{ parts: "x" }, {}],
  ] as const) {
    it(`${JSON.stringify(split)}: ${JSON.stringify(expected)}`, () => {
      assert.deepEqual(reasons({ amount: 1_000, split }), expected);
    });
  }

  it("is decided for every JSON value, without an exception", () => {
    const size = fc.oneof(fc.jsonValue(), fc.integer(), fc.double());
    const part = fc.oneof(fc.jsonValue(), fc.record({ basis_points: size, amount: size }, { requiredKeys: [] }));
    fc.assert(
      fc.property(size, fc.array(part), fc.boolean(), (amount, parts, is_open) => {
        validateSplit({ amount, split: { parts } }, is_open);
      }),
    );
    for (const part of [{ amount: 0.5 }, { amount: -5 }, { basis_points: 0.5 }, { basis_points: -5 }])
      assert.deepEqual(reasons({ amount: 1_000, split: { parts: [part] } }), {});
  });

  it("has no fixed sums if the payer chooses the amount", () => {
    const parts = [{ basis_points: 5_000 }, { amount: 5 }];
    assert.deepEqual(reasons({ split: { parts } }, true), { "split.parts.1.amount": "fixed_part_of_open_amount" });
  });
});
