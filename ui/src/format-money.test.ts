import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { formatMoney, formatTypedAmount, hasCents, type Language, parseTypedAmount } from "./format-money.ts";

// Makes the no-break spaces visible.
const visible = (text: string) => text.replace(/\u202f/g, "_").replace(/\u00a0/g, "~");

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
    it(`${amount} ${currency} is formatted as ${english}, and in French as ${french}`, () => {
      assert.equal(visible(formatMoney(amount, currency, "en")), english);
      assert.equal(visible(formatMoney(amount, currency, "fr")), french);
    });
  }

  const typed: readonly (readonly [string, string, string, bigint | null])[] = [
    ["", "XAF", "", null],
    ["1250", "XAF", "1,250", 1_250n],
    ["0012", "XAF", "12", 12n],
    ["1,250,000", "XAF", "1,250,000", 1_250_000n],
    ["1.250.000", "XAF", "1,250,000", 1_250_000n],
    ["1\u202f250\u202f000 F.CFA", "XAF", "1,250,000", 1_250_000n],
    ["1 250 FCFA.", "XAF", "1,250", 1_250n],
    ["XAF 1,250", "XAF", "1,250", 1_250n],
    ["abc", "XAF", "", null],
    ["12.5", "EUR", "12.5", 1_250n],
    ["12,5", "EUR", "12.5", 1_250n],
    ["1,250.75", "EUR", "1,250.75", 125_075n],
    ["1,250", "EUR", "1,250", 125_000n],
    [".5", "EUR", ".5", 50n],
  ];
  for (const [text, currency, shown, amount] of typed) {
    it(`"${text}" typed in ${currency} is formatted as "${shown}"`, () => {
      assert.equal(formatTypedAmount(text, currency, "en"), shown);
      assert.equal(parseTypedAmount(text, currency), amount);
      assert.equal(parseTypedAmount(shown, currency), amount);
    });
  }

  it("decimals in a currency without any stay as typed and are not an amount", () => {
    for (const text of [
      "5000.00",
      "5,000.00",
      "5.000,00",
      "5 000,00 FCFA",
      "12.5",
      "12,50",
      "5000.000",
      ".50",
      "0,500",
    ]) {
      for (const language of ["en", "fr"] as const) {
        assert.equal(formatTypedAmount(text, "XAF", language), text);
        assert.equal(parseTypedAmount(text, "XAF"), null, text);
        assert.ok(hasCents(text, "XAF"), text);
      }
    }
    assert.ok(!hasCents("5000.00", "EUR"));
    assert.ok(!hasCents("", "XAF"));
  });

  /** Types one character after another; `<` is a backspace. */
  const typing = (keys: string, currency: string, language: Language): string =>
    [...keys].reduce(
      (shown, key) => formatTypedAmount(key === "<" ? shown.slice(0, -1) : `${shown}${key}`, currency, language, shown),
      "",
    );

  const keyed: readonly (readonly [string, string, Language, string])[] = [
    ["1250000", "XAF", "en", "1,250,000"],
    ["1250000", "XAF", "fr", "1_250_000"],
    ["1250<", "XAF", "en", "125"],
    ["12,500", "XAF", "en", "12,500"],
    ["12.500", "XAF", "fr", "12_500"],
    ["12,500,000", "XAF", "en", "12,500,000"],
    ["5000.00", "XAF", "en", "5,000.00"],
    ["5000,00", "XAF", "en", "5,000,00"],
    ["5000,00", "XAF", "fr", "5_000,00"],
    ["5000.00<<<1", "XAF", "en", "50,001"],
    ["1250<", "EUR", "en", "125"],
    ["12.505", "EUR", "en", "12.50"],
    ["12,505", "EUR", "fr", "12,50"],
    ["1250,5", "EUR", "fr", "1_250,5"],
  ];
  for (const [keys, currency, language, shown] of keyed) {
    it(`the keys ${keys} in ${currency} give ${shown}`, () => {
      assert.equal(visible(typing(keys, currency, language)), shown);
    });
  }

  it("a digit inserted or deleted within an amount regroups the others and loses none", () => {
    assert.equal(formatTypedAmount("1,9250", "XAF", "en", "1,250"), "19,250");
    assert.equal(formatTypedAmount("1,50", "XAF", "en", "1,250"), "150");
    assert.equal(formatTypedAmount("5,000.00", "XAF", "en", "5,000"), "5,000.00");
    assert.equal(formatTypedAmount("1,9250.75", "EUR", "en", "1,250.75"), "19,250.75");
  });
});
