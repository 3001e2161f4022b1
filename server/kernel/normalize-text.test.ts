import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { PHONE_NUMBER_SPELLINGS } from "#testing/phone-number-spellings.ts";
import { asciiDigits, lowerCaseEmail, normalizeEmail, normalizeLine, normalizeText } from "./normalize-text.ts";
import { phoneFieldErrors, readMobile } from "./phone.ts";

describe("a pasted telephone number", () => {
  for (const text of PHONE_NUMBER_SPELLINGS) {
    it(`is normalized: ${JSON.stringify(text)}`, () => {
      assert.equal(readMobile(text, "CM")?.e164, "+237677123456");
    });
  }

  it("with other text, or too few digits, is refused", () => {
    for (const text of [
      "tel:677123456;ext=5",
      "677123456/699123456",
      "677a123456",
      "6.77123456E+8",
      "",
      "\u202e",
      "()",
    ]) {
      assert.equal(readMobile(text, "CM"), null, text);
    }
    assert.equal(readMobile(`${"\u200b".repeat(300)}677123456`, "CM"), null);
  });

  it("is refused at once if it is longer than any number", () => {
    const began_ms = performance.now();
    for (const text of ["'", "\u200b", "(0)", " (", "\u0660"].map((part) => `x${part.repeat(20_000)}y`)) {
      assert.deepEqual(Object.keys(phoneFieldErrors("phone", text)), ["phone"]);
      assert.equal(readMobile(text, "CM"), null);
    }
    // Two seconds with a search from each quotation mark.
    assert.ok(performance.now() - began_ms < 500);
  });

  it("may have the digits of any script", () => {
    for (let code = 0; code <= 0x10ffff; code += 1) {
      const digit = String.fromCodePoint(code);
      if (!/^\p{Nd}$/u.test(digit)) continue;
      const value = asciiDigits(digit);
      assert.match(value, /^[0-9]$/);
      const next = String.fromCodePoint(code + 1);
      if (value !== "9") assert.equal(asciiDigits(next), String(Number(value) + 1), code.toString(16));
      if (/^[0-9]$/.test(digit.normalize("NFKC"))) assert.equal(value, digit.normalize("NFKC"));
    }
  });
});

describe("a pasted text", () => {
  for (const [pasted, unchanged] of [
    ["  Jane \t Mballa\r\n", "Jane Mballa"],
    ["He\u0301le\u0300ne\u00a0Ngo\u202f", "Hélène Ngo"],
    ["\ufeffJane\u200b Mballa\u00ad", "Jane Mballa"],
    ["Ama\u0001", "Ama"],
    // Bidirectional controls would display another name than the stored one.
    ["Jane \u202eollabM\u202c", "Jane ollabM"],
    ["\u2066Jane\u2069 \u061cMballa\u200f", "Jane Mballa"],
    ["\u3164", ""],
    ["\u202e \u200b", ""],
    // Emoji sequences stay whole; the same joiner between letters is invisible.
    ["👩🏽‍🌾 Awa ❤️", "👩🏽‍🌾 Awa ❤️"],
    ["Ja\u200dne\ufe0f", "Jane"],
    ["می\u200cخواهم", "می\u200cخواهم"],
    ["क्\u200dष", "क्\u200dष"],
    ["🏴\u{e0067}\u{e0062}\u{e007f}", "🏴"],
  ] as const) {
    it(`keeps only its visible characters: ${JSON.stringify(pasted)}`, () =>
      assert.equal(normalizeLine(pasted), unchanged));
  }

  it("keeps its line breaks if it may have several lines", () => {
    assert.equal(normalizeText(" Salaire\r\nmars\u2028\u202a2026\u202c\t! \u0007"), "Salaire\nmars\n2026 !");
  });

  it("is NFC, and a second cleaning changes nothing", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 30 }), (text) => {
        for (const clean of [normalizeLine, normalizeText, normalizeEmail, lowerCaseEmail]) {
          const once = clean(text);
          assert.equal(clean(once), once);
          assert.equal(once, once.normalize("NFC"));
        }
      }),
      { numRuns: 2_000 },
    );
  });
});

describe("a pasted e-mail address", () => {
  for (const [pasted, unchanged] of [
    ["\u200bjane@example.cm\u00a0", "jane@example.cm"],
    ["Jane Mballa <Jane@example.cm>", "Jane@example.cm"],
    ["mailto:jane@example.cm?subject=Bonjour", "jane@example.cm"],
    ["<mailto:jane@example.cm>", "jane@example.cm"],
    ["jane＠example．cm", "jane@example.cm"],
    ["E\u0301LODIE@example.cm", "éLODIE@example.cm"],
  ] as const) {
    it(`is reduced to the address: ${JSON.stringify(pasted)}`, () => assert.equal(normalizeEmail(pasted), unchanged));
  }

  it("is the same address in upper and lower case, in any alphabet", () => {
    for (const text of ["Élodie@Example.cm", "ÉLODIE@EXAMPLE.CM", "E\u0301lodie@example.cm "]) {
      assert.equal(lowerCaseEmail(text), "élodie@example.cm");
    }
  });
});
