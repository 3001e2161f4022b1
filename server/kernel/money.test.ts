import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import {
  applyBasisPoints,
  convert,
  fromMajor,
  invertRate,
  multiplyRates,
  parseExchangeRate,
  toMajor,
} from "./money.ts";

describe("money", () => {
  it("rounds a percentage in the given direction, to whole units", () => {
    assert.equal(applyBasisPoints(1_001n, 150, "up"), 16n);
    assert.equal(applyBasisPoints(1_001n, 150, "down"), 15n);
    assert.equal(applyBasisPoints(1_000n, 150, "up"), 15n);
    assert.equal(applyBasisPoints(1n, 1, "up"), 1n);
    assert.equal(applyBasisPoints(0n, 10_000, "up"), 0n);
  });

  it("converts by the fixed parity, half up, to the other currency's smallest unit", () => {
    const parity = parseExchangeRate("655.957");
    assert.ok(parity);
    assert.equal(convert(100n, "EUR", "XAF", parity), 656n);
    assert.equal(convert(656n, "XAF", "EUR", invertRate(parity)), 100n);
    assert.equal(convert(5_000n, "XAF", "EUR", invertRate(parity)), 762n);
    assert.equal(convert(1n, "XAF", "XOF", multiplyRates(invertRate(parity), parity)), 1n);
  });

  it("is unchanged by a conversion to text and back", () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 9_007_199_254_740_991n }),
        fc.constantFrom("XAF", "EUR", "TND"),
        (amount, currency) => {
          assert.equal(fromMajor(toMajor(amount, currency), currency), amount);
        },
      ),
    );
  });

  it("parses providers' notations, and refuses more decimals than the currency has", () => {
    assert.equal(fromMajor("5.0", "XAF"), 5n);
    assert.equal(fromMajor("5.5", "XAF"), null);
    assert.equal(fromMajor("12.3", "EUR"), 1_230n);
    assert.equal(fromMajor("12.345", "EUR"), null);
    assert.equal(fromMajor("-1", "EUR"), null);
    assert.equal(fromMajor("1e3", "EUR"), null);
  });

  it("accepts only a positive decimal as a rate", () => {
    for (const text of ["0", "-1", "1,5", "", "1e5", "0.000", "Infinity"])
      assert.equal(parseExchangeRate(text), null, text);
  });
});
