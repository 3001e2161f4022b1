import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { callingCode, readMobile } from "#kernel/phone.ts";
import { allChannels, findChannel, mobileNumberError, mobileNumbersOf, networkOf, networksOf } from "./channels.ts";

describe("the channels of the default catalogue", () => {
  for (const channel of allChannels().filter(({ sandbox_prefix }) => sandbox_prefix !== null)) {
    const { id, country, network, sandbox_prefix } = channel;
    it(`${id}: the sandbox's numbers are mobile numbers of its network, with and without the calling code`, () => {
      for (const outcome of ["000000", "000005", "123456"]) {
        const national = `${sandbox_prefix}${outcome}`;
        const phone = readMobile(national, country);
        assert.equal(phone?.e164, `+${callingCode(country)}${national}`);
        assert.deepEqual(readMobile(`+${callingCode(country)}${national}`, country), phone);
        if (network !== null) assert.equal(networkOf(phone), network);
      }
    });
  }

  it("serve 22 countries, each with a mobile channel that a test key can use", () => {
    const countries = new Set(
      allChannels().flatMap(({ country, sandbox_prefix }) => (sandbox_prefix ? [country] : [])),
    );
    assert.equal(countries.size, 22);
    assert.ok(allChannels().every(({ providers }) => providers.test === "sandbox"));
  });

  it("have prefixes in which some number is valid", () => {
    for (const country of new Set(allChannels().map((channel) => channel.country))) {
      const digits = mobileNumbersOf(country)?.digits ?? 0;
      for (const prefix of networksOf(country).flatMap(({ prefixes }) => prefixes)) {
        const numbers = Array.from({ length: 100 }, (_, n) =>
          `${prefix}${String(n).padStart(2, "0")}`.padEnd(digits, "1"),
        );
        assert.ok(
          numbers.some((number) => readMobile(number, country)),
          `${country} ${prefix}`,
        );
      }
    }
  });
});

describe("the error of a mobile number", () => {
  it("names the range if the form is right, and the form otherwise", () => {
    for (const text of [
      "600000000",
      "600 000 000",
      "\u202a+237 600\u00a000 00 00\u202c",
      "00237600000000",
      "００２３７６００００００００",
    ]) {
      assert.equal(readMobile(text, "CM"), null);
      assert.equal(mobileNumberError(text, "CM").message, "No mobile number of Cameroon begins with 600");
      assert.deepEqual(mobileNumberError(text, "CM").params, { country: "CM", range: "600" });
    }
    for (const text of [
      "677",
      "222123456",
      "+33612345678",
      "6771234567",
      "677a123456",
      "abc677123456",
      "tel:677123456;ext=5",
      "677123456 MTN",
      "677123456\u202e0",
    ]) {
      const { reason, message, params } = mobileNumberError(text, "CM");
      assert.equal(reason, "invalid_mobile_number", text);
      assert.equal(message, "Enter a mobile number of Cameroon: 9 digits that begin with 6");
      assert.deepEqual(params, { country: "CM", digits: 9, first_digits: ["6"] });
    }
  });

  it("is given at once for a text longer than any number", () => {
    const began_ms = performance.now();
    for (const part of ["'", "\u200b", "(0)", " (", "\u0660", "0", "6"])
      assert.equal(mobileNumberError(`x${part.repeat(20_000)}y`, "CM").reason, "invalid_mobile_number");
    assert.ok(performance.now() - began_ms < 500);
  });

  it("describes the numbers of every country with channels, and names any other", () => {
    assert.equal(
      mobileNumberError("12", "GH").message,
      "Enter a mobile number of Ghana: 9 digits that begin with 2 or 5",
    );
    assert.equal(mobileNumberError("600000000", "FR").message, "Enter a mobile number of FR");
  });
});

describe("a channel", () => {
  it("is found by its id only, never by the name of a property that every object has", () => {
    assert.equal(findChannel("ug.mtn")?.currency, "UGX");
    for (const id of ["constructor", "__proto__", "ug", ""]) assert.equal(findChannel(id), null);
  });
});
