import assert from "node:assert/strict";
import { it } from "node:test";
import { withoutCountry } from "./short-channel-name.ts";

it("a channel is named without the country of the business, and in full for any other", () => {
  assert.equal(withoutCountry("Mobile money in Cameroon", "CM", "en"), "Mobile money");
  assert.equal(withoutCountry("Mobile money au Cameroun", "CM", "fr"), "Mobile money");
  assert.equal(withoutCountry("Mobile money in Cameroon", "SN", "en"), "Mobile money in Cameroon");
  assert.equal(withoutCountry("MTN Mobile Money", "CM", "en"), "MTN Mobile Money");
  assert.equal(withoutCountry("", "CM", "en"), "");
});
