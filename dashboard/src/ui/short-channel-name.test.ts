import assert from "node:assert/strict";
import { it } from "node:test";
import { withoutCountry } from "./short-channel-name.ts";

it("a channel name omits the country of the business, and keeps any other country", () => {
  assert.equal(withoutCountry("Mobile money in Cameroon", "CM", "en"), "Mobile money");
  assert.equal(withoutCountry("Mobile money au Cameroun", "CM", "fr"), "Mobile money");
  assert.equal(withoutCountry("Mobile money in Cameroon", "SN", "en"), "Mobile money in Cameroon");
  assert.equal(withoutCountry("MTN Mobile Money", "CM", "en"), "MTN Mobile Money");
  assert.equal(withoutCountry("", "CM", "en"), "");
});
