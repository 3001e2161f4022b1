import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { caretAfter, countedBefore } from "./caret.ts";
import { formatPhone, groupPhone, nationalDigits } from "./format-phone.ts";
import { pickLanguage } from "./pick-language.ts";

const visible = (text: string) => text.replace(/\u00a0/g, " ");

describe("phone numbers", () => {
  it("every spelling of a number gives the same digits", () => {
    const spellings = ["677123456", "6 77 12 34 56", "+237 6 77 12 34 56", "00237677123456", "237677123456"];
    for (const text of [...spellings, "(+237) 677-12-34-56", "+237 677.123.456"]) {
      assert.equal(nationalDigits(text, "237"), "677123456", text);
    }
  });

  it("leading digits are removed only if they are the calling code", () => {
    assert.equal(nationalDigits("237", "237"), "237");
    assert.equal(nationalDigits("2376", "237"), "2376");
    assert.equal(nationalDigits("+33 6 12 34 56 78", "237"), "33612345678");
  });

  it("a number is grouped while it is typed", () => {
    const grown = ["6", "67", "677", "6771", "677123456", "6771234567"].map((digits) =>
      visible(groupPhone(digits, "237")),
    );
    assert.deepEqual(grown, ["6", "6 7", "6 77", "6 77 1", "6 77 12 34 56", "6 77 12 34 56 7"]);
  });

  it("a complete number is shown with its calling code, a masked one unchanged", () => {
    assert.equal(visible(formatPhone("+237677123456", "237")), "+237 6 77 12 34 56");
    assert.equal(formatPhone("+237 6•• •• •• 56", "237"), "+237 6•• •• •• 56");
    assert.equal(formatPhone("+33612345678", "237"), "+33612345678");
  });
});

describe("the caret", () => {
  it("stays behind the same digit when spaces are added or removed", () => {
    assert.equal(countedBefore("6 77", 2), 1);
    assert.equal(caretAfter("6 77 12", 1), 1);
    assert.equal(caretAfter("6 77 12", 3), 4);
    assert.equal(caretAfter("6 77 12", 0), 0);
    assert.equal(caretAfter("6 77", 9), 4);
  });
});

describe("the language", () => {
  it("is the stored choice, else the browser's first supported language, else English", () => {
    assert.equal(pickLanguage(["de-DE", "fr-CM", "en"], null), "fr");
    assert.equal(pickLanguage(["fr-CM"], "en"), "en");
    assert.equal(pickLanguage(["FR"], null), "fr");
    assert.equal(pickLanguage(["de"], null), "en");
    assert.equal(pickLanguage([], "tlh"), "en");
  });
});
