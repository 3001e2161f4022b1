import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { failureText, MESSAGES, outcomeText } from "#i18n/messages.ts";
import { validateLinkOrder } from "#pages/validate-link-order.ts";
import { parseCheckout, parseInvoice, parseLink, parsePaymentPath, parseWrongFields } from "./parse-response.ts";

const checkout = {
  ...{ status: "pending", amount: 5000, currency: "XAF", reference: "r", business: { name: "Chez Jeanne" } },
  ...{ expires_at: "2026-01-01T03:00:00Z", now: "2026-01-01T00:00:00Z", channels: [], prefixes: {} },
};
const link = {
  ...{ name: "Don", description: null, amount: null, currency: "XAF", country: "CM", calling_code: "237" },
  mobile_numbers: { digits: 9, first_digits: ["6"] },
  ...{ business: { name: "Chez Jeanne" }, sandbox: false, state: "open", minimum: 100, maximum: 1_000_000 },
};

describe("parsing the service's answers", () => {
  it("reads known fields and ignores unknown ones", () => {
    const read = parseCheckout({
      checkout: { ...checkout, news: 1, sandbox: true, callback: "https://shop.example/" },
    });
    assert.equal(read.amount, 5_000n);
    assert.equal(read.business, "Chez Jeanne");
    assert.equal(read.callback, "https://shop.example/");
    assert.equal(read.has_failed, false);
  });

  it("accepts a logo of this service and colours only", () => {
    const brandOf = (brand: object) =>
      parseCheckout({ checkout: { ...checkout, business: { name: "B", ...brand } } }).brand;
    const logo = `/pay/logo/${"0a".repeat(16)}`;
    const shades = { light: "#0b6b4f", dark: "#5bc79b" };
    assert.deepEqual(brandOf({ logo, shades }), { logo, shades });
    for (const wrong of ["https://elsewhere.example/x.png", "//x/pay/logo/1", "/pay/logo/../x", 7]) {
      assert.deepEqual(brandOf({ logo: wrong, shades: { light: "red;background:url(x)", dark: shades.dark } }), {
        ...{ logo: null, shades: null },
      });
    }
  });

  it("throws if the answer is not a payment", () => {
    for (const wrong of [null, {}, { checkout: [] }, { checkout: { ...checkout, status: "new" } }]) {
      assert.throws(() => parseCheckout(wrong), TypeError);
    }
    assert.throws(() => parseCheckout({ checkout: { ...checkout, amount: 0.5 } }), TypeError);
  });

  it("accepts a web address as the provider's page, and nothing else", () => {
    for (const action_url of ["javascript:alert(1)", "com.example.shop://paid", "", 7, null]) {
      assert.equal(parseCheckout({ checkout: { ...checkout, action_url } }).action_url, null);
    }
    const action_url = "https://pay.example/c/1";
    assert.equal(parseCheckout({ checkout: { ...checkout, action_url } }).action_url, action_url);
  });

  it("accepts a callback on the web or in an app only, and no scheme that runs a script", () => {
    for (const callback of ["javascript:alert(1)", "javascript://a.b/%0Aalert(1)", "data:text/html,x", "", 7, null]) {
      assert.equal(parseCheckout({ checkout: { ...checkout, callback } }).callback, null);
    }
    for (const callback of ["https://shop.example/", "com.example.shop://paid?order=1"]) {
      assert.equal(parseCheckout({ checkout: { ...checkout, callback } }).callback, callback);
    }
  });

  it("reads an invoice with a range or exact amounts, and throws for anything else", () => {
    const json = {
      ...{ status: "open", amount: 10_000, amount_paid: 0, amount_overdue: 0, currency: "XAF", reference: "r" },
      ...{ instalments: [{ amount: 10_000, amount_paid: 0, due_at: "2026-01-01T00:00:00Z" }], amounts: [10_000] },
      ...{ open_payments: [{ url: "https://pay.example.cm/pay/abc", amount: 500 }], business: { name: "Lycée" } },
      ...{ time_zone: "Africa/Douala", now: "2025-01-01T00:00:00Z", range: { minimum: 1, maximum: 10_000 } },
    };
    const read = parseInvoice({ invoice: json });
    assert.deepEqual([read.amounts, read.range], [[10_000n], { minimum: 1n, maximum: 10_000n }]);
    assert.deepEqual(read.open_payments, [{ path: "/pay/abc", amount: 500n }]);
    assert.equal(parseInvoice({ invoice: { ...json, range: null } }).range, null);
    for (const wrong of [{ status: "new" }, { amounts: ["1"] }, { range: { minimum: 1 } }, { instalments: [null] }])
      assert.throws(() => parseInvoice({ invoice: { ...json, ...wrong } }), TypeError);
  });

  it("keeps only the path of the payment page's URL", () => {
    assert.equal(parsePaymentPath({ url: "https://pay.example.cm/pay/abc" }), "/pay/abc");
    assert.equal(parsePaymentPath({ url: "//elsewhere.example/pay/abc" }), "/pay/abc");
  });

  it("returns the names of the wrong fields", () => {
    assert.deepEqual(parseWrongFields({ errors: { phone: ["no"] } }), ["phone"]);
    for (const body of [{}, null, { errors: null }]) assert.deepEqual(parseWrongFields(body), []);
  });
});

describe("validating the order of a payment link", () => {
  const open = parseLink({ link });
  const order = { amount: 500n, phone: "+237677123456", name: "" };
  const faults = (change: object, of = open) => validateLinkOrder({ ...order, ...change }, of).map(({ kind }) => kind);

  it("accepts a complete order", () => {
    assert.deepEqual(faults({}), []);
    assert.deepEqual(faults({ amount: 100n }), []);
    assert.deepEqual(faults({ amount: null }, { ...open, amount: 2_500n }), []);
  });

  it("returns every error, in the order of the fields", () => {
    assert.deepEqual(faults({ amount: null, phone: "+237", name: "x".repeat(500) }), ["missing", "empty", "too_long"]);
    assert.deepEqual(faults({ amount: 99n, phone: "+23767712" }), ["out_of_range", "malformed"]);
    assert.deepEqual(faults({ amount: 1_000_001n }), ["out_of_range"]);
    assert.deepEqual(faults({ amount: 0n }), ["missing"]);
  });
});

describe("the messages", () => {
  it("exist in both languages, with different texts", () => {
    const { en, fr } = MESSAGES;
    assert.deepEqual(Object.keys(en.failures), Object.keys(fr.failures));
    assert.notEqual(failureText(en, "insufficient_funds"), failureText(fr, "insufficient_funds"));
  });

  it("fall back to a general text for an unknown failure code", () => {
    for (const code of ["brand_new", null, "toString"])
      assert.equal(failureText(MESSAGES.en, code), MESSAGES.en.failures.other);
    assert.equal(outcomeText(MESSAGES.en, "brand_new"), "brand_new");
  });
});
