import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { formatMoney, formatTypedAmount, readTypedAmount } from "./format-money.ts";

// The spaces that no line breaks at, as one can see them.
const seen = (text: string) => text.replace(/\u202f/g, "_").replace(/\u00a0/g, "~");

describe("money", () => {
  const written: readonly (readonly [bigint, string, string, string])[] = [
    [5_000n, "XAF", "XAF~5,000", "5_000~FCFA"],
    [1_250_000n, "XOF", "XOF~1,250,000", "1_250_000~FCFA"],
    [0n, "XAF", "XAF~0", "0~FCFA"],
    [999n, "XAF", "XAF~999", "999~FCFA"],
    [-5_000n, "XAF", "XAF~−5,000", "−5_000~FCFA"],
    [123_456n, "EUR", "EUR~1,234.56", "1_234,56~€"],
    [5n, "NGN", "NGN~0.05", "0,05~NGN"],
    [1_234_567n, "TND", "TND~1,234.567", "1_234,567~TND"],
    [9_007_199_254_740_991n, "XAF", "XAF~9,007,199,254,740,991", "9_007_199_254_740_991~FCFA"],
  ];
  for (const [amount, currency, english, french] of written) {
    it(`${amount} ${currency} is written ${english}, and in French ${french}`, () => {
      assert.equal(seen(formatMoney(amount, currency, "en")), english);
      assert.equal(seen(formatMoney(amount, currency, "fr")), french);
    });
  }

  const typed: readonly (readonly [string, string, string, bigint | null])[] = [
    ["", "XAF", "", null],
    ["1250", "XAF", "1,250", 1_250n],
    ["1,2500", "XAF", "12,500", 12_500n],
    ["0012", "XAF", "12", 12n],
    ["12.50", "XAF", "1,250", 1_250n],
    ["abc", "XAF", "", null],
    ["12.5", "EUR", "12.5", 1_250n],
    ["12,5", "EUR", "12.5", 1_250n],
    ["1,250.75", "EUR", "1,250.75", 125_075n],
    ["1,250", "EUR", "1,250", 125_000n],
    [".5", "EUR", ".5", 50n],
  ];
  for (const [text, currency, shown, amount] of typed) {
    it(`what is typed as "${text}" in ${currency} shows as "${shown}"`, () => {
      assert.equal(formatTypedAmount(text, currency, "en"), shown);
      assert.equal(readTypedAmount(text, currency), amount);
      assert.equal(readTypedAmount(shown, currency), amount);
    });
  }
});
