import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { LANGUAGES } from "@kolo/ui/format-money.ts";
import { ENGLISH_REASONS } from "./english-reasons.ts";
import { FRENCH_REASONS } from "./french-reasons.ts";
import { reasonText } from "./reason-texts.ts";
import { fieldTexts, refusalText, requestRefusal } from "./server-messages.ts";

const LIMITS = { minimum: 1, maximum: 1_000_000, currency: "XAF" };

describe("the text of a reason", () => {
  it("exists for every reason in every language, whatever parameters an answer has", () => {
    assert.deepEqual(Object.keys(FRENCH_REASONS).sort(), Object.keys(ENGLISH_REASONS).sort());
    for (const language of LANGUAGES) {
      for (const reason of Object.keys(ENGLISH_REASONS)) {
        const text = reasonText(reason, {}, language);
        assert.ok((text ?? "").trim().length > 5, `${language} ${reason}`);
        assert.doesNotMatch(text ?? "", /undefined|NaN|Invalid/, `${language} ${reason}`);
      }
    }
  });

  it("has amounts, numbers and lists in the form of the language", () => {
    const texts = (reason: string, params: object) => LANGUAGES.map((language) => reasonText(reason, params, language));
    assert.deepEqual(texts("amount_above_maximum", LIMITS), [
      "Enter an amount from XAF\u00a01 to XAF\u00a01,000,000",
      "Saisissez un montant de 1\u00a0FCFA à 1\u202f000\u202f000\u00a0FCFA",
    ]);
    assert.deepEqual(texts("too_long", { maximum: 1 }), ["Enter at most 1 character", "Saisissez au plus 1 caractère"]);
    assert.deepEqual(texts("unknown_network", { channels: ["cm.mtn", "cm.orange"] }), [
      "The network of this number is not clear: choose cm.mtn or cm.orange",
      "L’opérateur de ce numéro n’est pas clair\u00a0: choisissez cm.mtn ou cm.orange",
    ]);
    assert.deepEqual(texts("phone_of_other_country", { country: "CM" }), [
      "Enter a telephone number of Cameroon",
      "Saisissez un numéro de téléphone de ce pays\u00a0: Cameroun",
    ]);
  });

  it("is absent for a name that no catalogue has", () => {
    for (const reason of ["", "reason_of_tomorrow", "constructor"])
      assert.equal(reasonText(reason, {}, "fr"), undefined);
  });
});

describe("a refusal", () => {
  it("is worded by its reason; of an unknown one the service's message is shown", () => {
    const refused = requestRefusal({ reason: "insufficient_funds", reason_params: { required: 500, currency: "XAF" } });
    assert.equal(refusalText(refused, "fr"), "Le solde ne suffit pas\u00a0: il faut 500\u00a0FCFA");
    assert.equal(
      refusalText(requestRefusal({ reason: "of_tomorrow", message: "Something new" }), "fr"),
      "Something new",
    );
    for (const body of [{}, { reason: 5, reason_params: "x", message: null }]) {
      assert.equal(refusalText(requestRefusal(body), "fr"), "");
    }
  });

  it("has the first text of each field", () => {
    const body = {
      errors: { name: ["Any text"], phone: ["Any text", "Another"], colour: ["Something new"] },
      field_reasons: {
        name: [{ reason: "too_long", params: { maximum: 200 } }],
        phone: [{ reason: "required", params: {} }, { reason: "invalid_phone" }],
      },
    };
    assert.deepEqual(fieldTexts(body, "fr"), {
      name: "Saisissez au plus 200 caractères",
      phone: "Ce champ est obligatoire",
      colour: "Something new",
    });
  });
});
