import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { pauseText, providerCauseText } from "./provider-cause-messages.ts";

describe("the cause of an unknown outcome", () => {
  it("is worded by its code, and by the code of the cause within it", () => {
    assert.equal(providerCauseText("status 500 INTERNAL_ERROR", "en"), "status 500 INTERNAL_ERROR");
    assert.equal(
      providerCauseText("name_unchecked: no_token collection: status 401", "fr"),
      "le nom n’a pas pu être vérifié\u00a0: pas de jeton d’accès (collection)\u00a0: statut 401",
    );
    assert.equal(
      providerCauseText("connection_failed ECONNREFUSED connect ECONNREFUSED 192.0.2.1:443", "en"),
      "the connection failed (ECONNREFUSED connect ECONNREFUSED 192.0.2.1:443)",
    );
    assert.equal(providerCauseText("refused payer_not_found", "fr"), "Le numéro du payeur n’a pas de compte");
  });

  it("is shown unchanged without a known code", () => {
    for (const text of ["", "cause_of_tomorrow 5", "constructor", "The gateway lost its patience"]) {
      assert.equal(providerCauseText(text, "fr"), text);
    }
  });
});

it("a paused channel has a text by its code, or the platform operator's own", () => {
  assert.equal(pauseText("float_too_low", "Any text", "fr"), "Le compte chez l’opérateur n’a plus assez d’argent");
  assert.equal(pauseText("stopped_by_operator", "Maintenance", "fr"), "Maintenance");
});
