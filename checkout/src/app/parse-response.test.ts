import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { failureText, MESSAGES, networkName, outcomeText } from "#i18n/messages.ts";
import { validateLinkOrder } from "#pages/validate-link-order.ts";
import { parseCheckout, parseLink, parsePaymentPath, parseWrongFields } from "./parse-response.ts";

const checkout = {
  ...{ status: "pending", amount: 5000, currency: "XAF", reference: "r", business: { name: "Chez Jeanne" } },
  ...{ expires_at: "2026-01-01T03:00:00Z", now: "2026-01-01T00:00:00Z", channels: [], prefixes: {} },
};
const link = {
  ...{ name: "Don", description: null, amount: null, currency: "XAF", country: "CM", calling_code: "237" },
  ...{ business: { name: "Chez Jeanne" }, sandbox: false, active: true, minimum: 100, maximum: 1_000_000 },
};

describe("reading an answer", () => {
  it("takes what it knows and leaves what it does not", () => {
    const read = parseCheckout({
      checkout: { ...checkout, news: 1, sandbox: true, callback: "https://shop.example/" },
    });
    assert.equal(read.amount, 5_000n);
    assert.equal(read.business, "Chez Jeanne");
    assert.equal(read.callback, "https://shop.example/");
    assert.equal(read.has_failed, false);
  });

  it("refuses what is not a payment", () => {
    for (const wrong of [null, {}, { checkout: [] }, { checkout: { ...checkout, status: "new" } }]) {
      assert.throws(() => parseCheckout(wrong), TypeError);
    }
    assert.throws(() => parseCheckout({ checkout: { ...checkout, amount: 0.5 } }), TypeError);
  });

  it("goes back nowhere but to the web", () => {
    for (const callback of ["javascript:alert(1)", "data:text/html,x", "", 7, null]) {
      assert.equal(parseCheckout({ checkout: { ...checkout, callback } }).callback, null);
    }
  });

  it("goes on to the page beside this one, whatever the service calls itself", () => {
    assert.equal(parsePaymentPath({ url: "https://pay.example.cm/pay/abc" }), "/pay/abc");
    assert.equal(parsePaymentPath({ url: "//elsewhere.example/pay/abc" }), "/pay/abc");
  });

  it("finds the fields of a refusal", () => {
    assert.deepEqual(parseWrongFields({ errors: { phone: ["no"] } }), ["phone"]);
    for (const body of [{}, null, { errors: null }]) assert.deepEqual(parseWrongFields(body), []);
  });
});

describe("what is filled in for a link", () => {
  const open = parseLink({ link });
  const order = { amount: 500n, phone: "+237677123456", name: "" };
  const faults = (change: object, of = open) => validateLinkOrder({ ...order, ...change }, of).map(({ kind }) => kind);

  it("is taken when it is whole", () => {
    assert.deepEqual(faults({}), []);
    assert.deepEqual(faults({ amount: 100n }), []);
    assert.deepEqual(faults({ amount: null }, { ...open, amount: 2_500n }), []);
  });

  it("is refused with every reason, in the order of the fields", () => {
    assert.deepEqual(faults({ amount: null, phone: "+237", name: "x".repeat(500) }), ["missing", "empty", "too_long"]);
    assert.deepEqual(faults({ amount: 99n, phone: "+23767712" }), ["out_of_range", "malformed"]);
    assert.deepEqual(faults({ amount: 1_000_001n }), ["out_of_range"]);
    assert.deepEqual(faults({ amount: 0n }), ["missing"]);
  });
});

describe("the words", () => {
  it("are there in both languages, and differ", () => {
    const { en, fr } = MESSAGES;
    assert.deepEqual(Object.keys(en.failures), Object.keys(fr.failures));
    assert.notEqual(failureText(en, "insufficient_funds"), failureText(fr, "insufficient_funds"));
  });

  it("say something general about a reason that is new", () => {
    for (const code of ["brand_new", null, "toString"])
      assert.equal(failureText(MESSAGES.en, code), MESSAGES.en.failures.other);
    assert.equal(outcomeText(MESSAGES.en, "brand_new"), "brand_new");
    assert.equal(networkName("mtn"), "MTN");
    assert.equal(networkName("moov"), "Moov");
  });
});
