import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { bandFor, expectedCharge, splitCharge } from "./rules.ts";

const band = (fields: object = {}) => ({
  channel: "*",
  from_amount: 0n,
  percent_bp: 0,
  fixed: 0n,
  tax_bp: 0,
  ...fields,
});
const expected = (amount: bigint, bands: readonly ReturnType<typeof band>[], channel = "cm.mtn") =>
  Object.values(expectedCharge(amount, bandFor(amount, bands, channel)));

describe("the expected charge", () => {
  const cases = [
    ["is zero without bands", 1_000n, [], [0n, 0n]],
    ["is a percentage and a fixed part", 1_000n, [band({ percent_bp: 150, fixed: 10n })], [25n, 0n]],
    ["is rounded half up", 50n, [band({ percent_bp: 100 })], [1n, 0n]],
    ["is rounded down below one half", 49n, [band({ percent_bp: 100 })], [0n, 0n]],
    ["has a tax on the charge, rounded half up", 1_000n, [band({ fixed: 100n, tax_bp: 1_925 })], [100n, 19n]],
    [
      "is that of the highest band that the amount reaches",
      500n,
      [band({ fixed: 1n }), band({ from_amount: 500n, fixed: 2n })],
      [2n, 0n],
    ],
    [
      "is that of the lower band just below",
      499n,
      [band({ from_amount: 500n, fixed: 2n }), band({ fixed: 1n })],
      [1n, 0n],
    ],
    ["is zero below the lowest band", 499n, [band({ from_amount: 500n, fixed: 2n })], [0n, 0n]],
    [
      "is that of the channel before that of all",
      10n,
      [band({ fixed: 1n }), band({ channel: "cm.mtn", fixed: 2n })],
      [2n, 0n],
    ],
  ] as const;
  for (const [promise, amount, bands, charge] of cases) {
    it(promise, () => assert.deepEqual(expected(amount, bands), charge));
  }
});

describe("a reported charge", () => {
  const sum = fc.bigInt({ min: 0n, max: 9_000_000_000_000n });
  const tax_bp = fc.integer({ min: 0, max: 10_000 });

  it("without a tax is split into two parts that add up to it, neither below zero", () => {
    fc.assert(
      fc.property(sum, tax_bp, (amount, tax) => {
        const split = splitCharge({ amount, tax: null }, { amount: 0n, tax: 0n }, band({ tax_bp: tax }));
        assert.equal(split.amount + split.tax, amount);
        assert.ok(split.amount >= 0n && split.tax >= 0n);
      }),
    );
  });

  it("of the expected sum changes nothing, however the tax was rounded", () => {
    fc.assert(
      fc.property(sum, tax_bp, (amount, tax) => {
        const of_schedule = expectedCharge(amount, band({ percent_bp: 10_000, tax_bp: tax }));
        const total = of_schedule.amount + of_schedule.tax;
        assert.deepEqual(splitCharge({ amount: total, tax: null }, of_schedule, band({ tax_bp: tax })), of_schedule);
      }),
    );
  });

  it("with a tax is taken as it is", () => {
    const before = { amount: 90n, tax: 29n };
    assert.deepEqual(splitCharge({ amount: 100n, tax: 19n }, before, null), { amount: 100n, tax: 19n });
  });
});
