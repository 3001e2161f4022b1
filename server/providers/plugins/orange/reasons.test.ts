import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { CODES, failureOf, TEXTS } from "./reasons.ts";

// Columns: Orange's text, our failure code for a payout, and our code for a collection if it differs.
const TEXT_CASES = [
  ["Le solde du compte est insuffisant", "provider_account_empty", "insufficient_funds"],
  ["Bénéficiaire introuvable", "recipient_not_found", "payer_not_found"],
  ["Le montant est superieur au montant maximum", "amount_out_of_range", null],
  ["Le montant est inférieur au montant minimum", "amount_out_of_range", null],
  ["Plafond mensuel atteint", "limit_reached", null],
  ["Utilisateur bloque", "recipient_not_allowed", "payer_not_allowed"],
  ["Code secret incorrect", "provider_configuration", null],
  ["Transaction annulée", "canceled", null],
] as const;

const CODE_CASES = [
  ["00671", "recipient_not_found", "payer_not_found"],
  ["0066111", "recipient_not_found", "payer_not_found"],
  ["99051", "recipient_not_found", "payer_not_found"],
  ["60021", "recipient_not_allowed", "payer_not_allowed"],
  ["60022", "limit_reached", null],
  ["EXPIRED", "expired", null],
  ["CANCELLED", "rejected_by_payer", null],
  ["CANCELED", "rejected_by_payer", null],
] as const;

describe("Orange's", () => {
  for (const [text, payout, collect] of TEXT_CASES) {
    it(`text “${text}” is ${payout}${collect === null ? "" : `, or ${collect} for a collection`}`, () => {
      assert.equal(failureOf(text, "60019", "FAILED", false).code, payout);
      assert.equal(failureOf(text, "60019", "FAILED", true).code, collect ?? payout);
      assert.match(failureOf(text, "60019", "FAILED", false).reason, /^[A-Z].{10,} \(FAILED 60019\)$/);
    });
  }

  for (const [code, payout, collect] of CODE_CASES) {
    it(`code ${code} is ${payout}${collect === null ? "" : `, or ${collect} for a collection`}`, () => {
      assert.equal(failureOf("", code, null, false).code, payout);
      assert.equal(failureOf("", code, null, true).code, collect ?? payout);
      assert.ok(failureOf("", code, null, true).reason.endsWith(` (${code})`));
    });
  }

  it("texts and codes are in the tables above, each of them", () => {
    for (const [pattern] of TEXTS)
      assert.ok(
        TEXT_CASES.some(([text]) => pattern.test(text)),
        String(pattern),
      );
    assert.deepEqual(CODE_CASES.map(([code]) => code).sort(), [...CODES.keys()].sort());
  });

  it("unknown code is provider_error", () => {
    for (const code of ["60019", "constructor"]) assert.equal(failureOf("", code, null, false).code, "provider_error");
  });
});
