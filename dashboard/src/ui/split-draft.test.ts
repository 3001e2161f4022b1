import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { NEW_SPLIT, parsePercent, type SplitDraft, splitOf, sumOfSplit, validateSplit } from "./split-draft.ts";

const texts = { needed: "needed", whole: "whole", percent: "percent", percent_only: "only", exceeds: "exceeds" };
const order = (amount: bigint | null, is_open = false) => ({ amount, is_open, currency: "XAF" });

/** A split of parts such as `85 %` and `1 500`. */
function draft(...sizes: readonly string[]): SplitDraft {
  const parts = sizes.map((text, index) => ({
    ...{ merchant: `mer_${index}`, is_held: index === 0, size: text.replace("%", "") },
    measure: text.includes("%") ? ("percent" as const) : ("amount" as const),
  }));
  return { ...NEW_SPLIT, parts };
}

describe("a typed percentage", () => {
  for (const [text, expected] of [
    ["85", 8_500],
    ["33,33", 3_333],
    ["33.3 %", 3_330],
    ["0,01", 1],
    ["100", 10_000],
    ["100,01", null],
    ["0", null],
    ["1.234", null],
    ["-5", null],
    ["5e1", null],
    ["", null],
  ] as const) {
    it(`${JSON.stringify(text)} is ${expected ?? "refused"}`, () => {
      assert.equal(parsePercent(text), expected);
    });
  }
});

describe("the form of a split", () => {
  it("shows each error at its field, and parts that are too much at the last one", () => {
    assert.deepEqual(validateSplit(NEW_SPLIT, order(1_000n), texts), {
      "split.parts.0.merchant": "needed",
      "split.parts.0.basis_points": "needed",
    });
    assert.deepEqual(validateSplit(draft("120%", "0"), order(100n), texts), {
      "split.parts.0.basis_points": "percent",
      "split.parts.1.amount": "whole",
    });
    assert.deepEqual(validateSplit(draft("75%", "251"), order(1_000n), texts), { "split.parts.1.amount": "exceeds" });
    assert.deepEqual(validateSplit(draft("75%", "250"), order(1_000n), texts), {});
  });

  it("takes percentages only if the payer chooses the amount", () => {
    const open = order(null, true);
    assert.deepEqual(validateSplit(draft("50%", "250"), open, texts), { "split.parts.1.amount": "only" });
    assert.deepEqual(validateSplit(draft("50%", "50,01%"), open, texts), { "split.parts.1.basis_points": "exceeds" });
    assert.deepEqual(validateSplit(draft("50%", "50%"), open, texts), {});
  });

  it("sends percentages in basis points, amounts in the smallest unit, and holds what is to be held", () => {
    const typed = { ...draft("85,5%", "1 500"), fee_bearer: "all" } as const;
    assert.deepEqual(splitOf(typed, "XAF"), {
      ...{ fee_bearer: "all", refund_bearer: "parts" },
      parts: [
        { merchant: "mer_0", basis_points: 8_550, hold: true },
        { merchant: "mer_1", amount: 1_500 },
      ],
    });
  });
});

describe("the sum of the parts", () => {
  // As the service divides them: `server/resources/splits/rules.test.ts`.
  for (const [total, sizes, rest] of [
    [100n, ["33.33%", "33.33%", "33.34%"], 0n],
    [101n, ["50%"], 51n],
    [1_000n, ["250", "75%"], 0n],
    [1_000n, ["33.33%", "250"], 417n],
    [1n, ["0.01%"], 1n],
    [7n, ["33.33%", "33.33%"], 3n],
    [1_000n, ["75%", ""], 250n],
  ] as const) {
    it(`of ${total} in ${sizes.join(", ")} leaves ${rest}`, () => {
      assert.deepEqual(sumOfSplit(draft(...sizes), order(total)), { kind: "amount", parts: total - rest, rest });
    });
  }

  it("is a percentage without an amount, unknown with a fixed part, and too much above the payment", () => {
    assert.deepEqual(sumOfSplit(draft("60%", "25.5%"), order(null)), { kind: "percent", parts: 8_550, rest: 1_450 });
    assert.equal(sumOfSplit(draft("60%", "500"), order(null)), null);
    assert.deepEqual(sumOfSplit(draft("60%", "500"), order(1_000n)), { kind: "exceeds" });
  });
});
