import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { getCountries, parsePhoneNumberFromString } from "libphonenumber-js/max";
import { readMobile, readPhone } from "./phone.ts";

describe("telephone numbers", () => {
  it("are the same in every common notation", () => {
    for (const text of [
      "677123456",
      "6 77 12 34 56",
      "677-12-34-56",
      "+237677123456",
      "237677123456",
      "00237677123456",
      " +237 677 123 456 ",
    ]) {
      assert.equal(readMobile(text, "CM")?.e164, "+237677123456", text);
    }
  });

  it("that cannot have a wallet are refused", () => {
    for (const text of [
      "222123456",
      "645123456",
      "67712345",
      "6771234567",
      "0677123456",
      "237237677123456",
      "+33612345678",
      "",
      "abc",
      "677123456 ext 5",
    ]) {
      assert.equal(readMobile(text, "CM"), null, text);
    }
  });

  it("that the library considers valid are accepted, in every country", () => {
    // The test leaves out numbers that begin with `00`: Kolo reads it as the international prefix everywhere, the
    // library only where a country uses it.
    const digits = fc.stringMatching(/^\d{4,12}$/).filter((text) => !text.startsWith("00"));
    fc.assert(
      fc.property(fc.constantFrom(...getCountries()), digits, (country, text) => {
        const number = parsePhoneNumberFromString(text, { defaultCountry: country, extract: false });
        assert.equal(readPhone(text, country)?.e164, number?.isValid() ? number.number : undefined);
      }),
      { numRuns: 2_000 },
    );
  });

  it("that begin with 00 are international, even in countries with another prefix", () => {
    assert.equal(readPhone("0067760000", "AU")?.e164, "+67760000");
    assert.equal(readPhone("00237677123456", "US")?.e164, "+237677123456");
  });

  it("with a country code belong to that country", () => {
    assert.deepEqual(readPhone("+33 6 12 34 56 78", "CM"), {
      e164: "+33612345678",
      national: "612345678",
      country: "FR",
    });
    assert.equal(readPhone("222 12 34 56", "CM")?.e164, "+237222123456");
  });
});
