import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { invoiceOf, NEW_INVOICE, partField, totalOf, validateInvoice } from "./invoice-draft.ts";

const business = { currency: "XAF", time_zone: "Africa/Douala" };
const messages = { needed: "needed", one_of: "one of", whole: "whole" };
const draft = { ...NEW_INVOICE, phone: "677123456", parts: [{ amount: "4 000", day: "2027-04-30" }] };
const two = { ...draft, parts: [...draft.parts, { amount: "6,000", day: "2027-06-30" }] };

describe("an invoice's form", () => {
  it("sends one part as a due date at the end of its day, without empty fields", () => {
    assert.deepEqual(invoiceOf({ ...draft, name: " Ada ", reminders: [] }, business), {
      ...{ amount: 4_000, currency: "XAF", due_at: "2027-04-30T23:59:00+01:00", phone: "677123456", name: "Ada" },
    });
  });

  it("sends several parts as instalments, whose sum is the amount", () => {
    const { instalments, amount, due_at, ...rest } = invoiceOf(
      { ...two, takes_any_part: true, minimum_part: "500", language: "fr" },
      business,
    );
    assert.deepEqual(instalments, [
      { amount: 4_000, due_at: "2027-04-30T23:59:00+01:00" },
      { amount: 6_000, due_at: "2027-06-30T23:59:00+01:00" },
    ]);
    assert.deepEqual([amount, due_at, totalOf(two, "XAF")], [10_000, undefined, 10_000n]);
    assert.deepEqual([rest.minimum_part, rest.language, rest.reminders], [500, "fr", [-3, 0, 7]]);
  });

  it("names the missing fields as the service would", () => {
    assert.deepEqual(validateInvoice(NEW_INVOICE, "XAF", messages), {
      ...{ phone: "one of", amount: "needed", due_at: "needed" },
    });
    const missing = { ...two, parts: [...draft.parts, { amount: "1.5", day: "" }], takes_any_part: true };
    assert.deepEqual(validateInvoice(missing, "XAF", messages), {
      "instalments.1.amount": "whole",
      "instalments.1.due_at": "needed",
      minimum_part: "whole",
    });
    assert.deepEqual(validateInvoice(two, "XAF", messages), {});
    assert.equal(partField(draft, 0, "due_at"), "due_at");
  });
});
