import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { CODES, failureOf, refusalOf, STATES } from "./reasons.ts";

// Columns: MTN's code, our failure code for a collection, our code for a payout if it differs, and the sentence of a collection.
const CASES = [
  ["NOT_ENOUGH_FUNDS", "insufficient_funds", "provider_account_empty", /^The account that pays does not hold enough/],
  [
    "LOW_BALANCE_OR_PAYEE_LIMIT_REACHED_OR_NOT_ALLOWED",
    ...(["insufficient_funds", "provider_account_empty", /^The account that pays does not hold enough/] as const),
  ],
  ["PAYEE_NOT_FOUND", "provider_configuration", "recipient_not_found", /^MTN refused the merchant account/],
  [
    "PAYER_NOT_FOUND",
    "payer_not_found",
    "provider_configuration",
    /^The payer's number has no MTN Mobile Money account/,
  ],
  [
    "PAYEE_NOT_ALLOWED_TO_RECEIVE",
    "provider_configuration",
    "recipient_not_allowed",
    /^MTN refused the merchant account/,
  ],
  ["PAYEE_LIMIT_REACHED", "provider_configuration", "recipient_limit_reached", /^MTN refused the merchant account/],
  ["PAYER_LIMIT_REACHED", "limit_reached", null, /^A limit of the account that pays is reached/],
  ["APPROVAL_REJECTED", "rejected_by_payer", null, /^The request was refused on the phone/],
  ["PAYMENT_NOT_APPROVED", "rejected_by_payer", null, /^The request was refused on the phone/],
  ["EXPIRED", "expired", "provider_error", /^The request was not confirmed on the phone in time/],
  ["COULD_NOT_PERFORM_TRANSACTION", "expired", "provider_error", /^The request was not confirmed on the phone in time/],
  ["TRANSACTION_CANCELED", "canceled", null, /^The transaction was canceled/],
  ["NOT_ALLOWED", "provider_configuration", null, /^MTN refused the merchant account or its settings/],
  ["NOT_ALLOWED_TARGET_ENVIRONMENT", "provider_configuration", null, /^MTN refused the merchant account/],
  ["INVALID_CALLBACK_URL_HOST", "provider_configuration", null, /^MTN refused the merchant account/],
  ["INVALID_CURRENCY", "provider_configuration", null, /^MTN refused the merchant account/],
  ["SENDER_ACCOUNT_NOT_ACTIVE", "provider_configuration", null, /^MTN refused the merchant account/],
  ["REJECTED", "rejected_by_payer", null, /^The request was refused on the phone/],
  ["TIMEOUT", "expired", "provider_error", /^The request was not confirmed on the phone in time/],
  ["CANCELLED", "canceled", null, /^The transaction was canceled/],
] as const;

describe("MTN's code", () => {
  for (const [code, collect, payout, sentence] of CASES) {
    it(`${code} is ${collect}${payout === null ? "" : `, or ${payout} for a payout`}`, () => {
      assert.equal(failureOf(code, "collect").code, collect);
      for (const kind of ["transfer", "refund"] as const) assert.equal(failureOf(code, kind).code, payout ?? collect);
      assert.match(failureOf(code, "collect").reason, sentence);
      for (const kind of ["collect", "transfer", "refund"] as const)
        assert.ok(failureOf(code, kind).reason.endsWith(` (${code})`));
    });
  }

  it("is in the table above, each of them", () => {
    assert.deepEqual(CASES.map(([code]) => code).sort(), Object.keys({ ...CODES, ...STATES }).sort());
  });

  it("is provider_error if it is unknown, and never a refusal then", () => {
    for (const code of ["SERVICE_UNAVAILABLE", "constructor", ""]) {
      assert.equal(failureOf(code, "transfer").code, "provider_error");
      assert.equal(refusalOf(code, "transfer"), null);
    }
    assert.equal(refusalOf("NOT_ENOUGH_FUNDS", "refund")?.code, "provider_account_empty");
  });
});
