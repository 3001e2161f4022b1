import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { callbackWithOutcome, validateCallback } from "./callback.ts";

const paid = { reference: "order 7&8", merchant_reference: "order 7&8", status: "complete" } as const;
const ADDED = "reference=order%207%268&trxref=order%207%268&status=complete";

describe("the payer's callback address", () => {
  for (const [callback, expected] of [
    ["https://shop.cm/thanks", `https://shop.cm/thanks?${ADDED}`],
    ["https://shop.cm", `https://shop.cm?${ADDED}`],
    ["https://shop.cm/?", `https://shop.cm/?${ADDED}`],
    ["https://shop.cm/?a=1&", `https://shop.cm/?a=1&${ADDED}`],
    ["https://shop.cm/?a%20b~c&flag&items[]=1", `https://shop.cm/?a%20b~c&flag&items[]=1&${ADDED}`],
    ["https://shop.cm/?name=%E9t%e9&empty=", `https://shop.cm/?name=%E9t%e9&empty=&${ADDED}`],
    ["https://shop.cm/?q=a+b;c=d&q=é", `https://shop.cm/?q=a+b;c=d&q=é&${ADDED}`],
    ["https://shop.cm/?status=mine&reference=", `https://shop.cm/?status=mine&reference=&${ADDED}`],
    ["https://shop.cm/#/thanks?step=2", `https://shop.cm/?${ADDED}#/thanks?step=2`],
    ["https://shop.cm/a?b=1#c#d", `https://shop.cm/a?b=1&${ADDED}#c#d`],
    ["https://shop.cm/?next=https://x.cm/?y=1", `https://shop.cm/?next=https://x.cm/?y=1&${ADDED}`],
    ["HTTPS://Shop.CM:443/a/../b", `HTTPS://Shop.CM:443/a/../b?${ADDED}`],
    [" https://shop.cm/?a=1 ", `https://shop.cm/?a=1&${ADDED}`],
  ] as const) {
    it(`keeps the merchant's text unchanged: ${callback}`, () => {
      assert.equal(callbackWithOutcome({ ...paid, callback }), expected);
    });
  }

  it("is null without a callback; without a merchant reference, trxref repeats ours", () => {
    assert.equal(callbackWithOutcome({ ...paid, callback: null }), null);
    assert.equal(
      callbackWithOutcome({ ...paid, reference: "trx.1", merchant_reference: null, callback: "https://shop.cm/" }),
      "https://shop.cm/?reference=trx.1&trxref=trx.1&status=complete",
    );
  });
});

it("refuses a scheme that any app could have, with a message that names the alternatives", () => {
  for (const callback of ["myapp://paid?x=1&flag", "intent://paid#Intent;scheme=myapp;end", "ftp://x"]) {
    const [error] = validateCallback(callback).callback ?? [];
    assert.equal(error?.reason, "app_scheme", callback);
  }
});

it("refuses a callback that browsers would read differently", () => {
  for (const callback of [
    ...["javascript:alert(1)", "shop.cm", "https:shop.cm", "ht\ntps://shop.cm", "https://shop.cm/\n#x"],
    ...["https://u:p@shop.cm/", "https://", "data:text/html,https://shop.cm"],
  ]) {
    assert.deepEqual(Object.keys(validateCallback(callback)), ["callback"], JSON.stringify(callback));
  }
  for (const callback of ["com.example.shop://pa\nid", "javascript.x://%0A\u0000"]) {
    assert.deepEqual(Object.keys(validateCallback(callback)), ["callback"], JSON.stringify(callback));
  }
  for (const callback of [
    undefined,
    " cm.shop.app+1://x ",
    "https://shop.cm",
    "http://10.0.0.1/?é=è é",
    " https://shop.cm ",
  ]) {
    assert.deepEqual(validateCallback(callback), {});
  }
});
