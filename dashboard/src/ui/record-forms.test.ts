import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { columnParamAfterToggle, visibleColumns } from "./list-columns.ts";
import { LISTS } from "./list-definitions.ts";
import { bodyOf, draftOf, FORMS, fieldsOf, validateDraft } from "./record-forms.ts";

const form = (page: string) => {
  const definition = FORMS.find((one) => one.page === page);
  assert.ok(definition);
  return definition;
};
const messages = { needed: "needed", one_of: "one of", stays: "stays", whole: "whole", count: "count" };
const business = { currency: "XAF", country: "CM" };

describe("the form of a record", () => {
  it("has the fields of the record type, without those that cannot change", () => {
    const people = form("beneficiaries");
    assert.deepEqual(fieldsOf(people, { type: "mobile_money" }, true), ["type", "name", "phone", "email"]);
    assert.deepEqual(fieldsOf(people, { type: "bank_account" }, false), [
      "name",
      "account_number",
      "bank_code",
      "email",
    ]);
    assert.deepEqual(validateDraft(people, { type: "bank_account", name: " " }, null, messages, "XAF"), {
      name: "needed",
      account_number: "needed",
      bank_code: "needed",
    });
  });

  it("shows the error at the first of several fields of which one is required", () => {
    assert.deepEqual(validateDraft(form("payments"), { amount: "5" }, null, messages, "XAF"), { phone: "one of" });
    assert.deepEqual(validateDraft(form("payments"), { amount: "5", email: "a@b.cm" }, null, messages, "XAF"), {});
  });

  it("refuses decimals in a currency without decimals, also in an optional amount", () => {
    const link = { name: "School fees", amount: "5000.00" };
    assert.deepEqual(validateDraft(form("payment-links"), link, null, messages, "XAF"), { amount: "whole" });
    assert.deepEqual(validateDraft(form("payment-links"), { ...link, amount: "5,000" }, null, messages, "XAF"), {});
    assert.deepEqual(validateDraft(form("payment-links"), { ...link, amount: "" }, null, messages, "XAF"), {});
  });

  it("fills in stored numbers, and removes those whose field was emptied", () => {
    const link = form("payment-links");
    const before = { name: "Seats", amount: 5_000, max_payments: 30, max_amount_collected: null };
    const draft = draftOf(link, before, (amount) => `${amount} sum`);
    assert.deepEqual([draft.amount, draft.max_payments, draft.max_amount_collected], ["5000 sum", "30", ""]);
    const typed = { ...draft, amount: "", max_payments: "40", max_amount_collected: "9 000" };
    const numbers = { amount: 0, max_payments: 40, max_amount_collected: 9_000 };
    assert.deepEqual(bodyOf(link, typed, business, false), { name: "Seats", ...numbers });
    for (const max_payments of ["0", "-1", "many", "1.5"]) {
      assert.deepEqual(validateDraft(link, { ...typed, max_payments }, before, messages, "XAF"), {
        max_payments: "count",
      });
    }
  });

  it("refuses to clear a stored value, with an error at its field", () => {
    const before = { name: "Awa", phone: "+237677123456", email: "awa@example.cm" };
    const draft = draftOf(form("customers"), before);
    assert.deepEqual(validateDraft(form("customers"), draft, before, messages, "XAF"), {});
    assert.deepEqual(validateDraft(form("customers"), { ...draft, email: " " }, before, messages, "XAF"), {
      email: "stays",
    });
    const without = { ...before, email: null };
    assert.deepEqual(
      validateDraft(form("customers"), draftOf(form("customers"), without), without, messages, "XAF"),
      {},
    );
    assert.deepEqual(validateDraft(form("customers"), { ...draft, name: "" }, before, messages, "XAF"), {
      name: "needed",
    });
  });

  it("sends the typed values in the business's currency, and omits empty fields", () => {
    const payment = { amount: "12 500", phone: "677123456", email: "", name: "" };
    assert.deepEqual(bodyOf(form("payments"), payment, business, true), {
      amount: 12_500,
      phone: "677123456",
      currency: "XAF",
    });
    const person = { ...draftOf(form("beneficiaries"), { type: "mobile_money", name: "Awa" }), phone: "+237677123456" };
    assert.deepEqual(bodyOf(form("beneficiaries"), person, business, false), { name: "Awa", phone: "+237677123456" });
  });

  it("keeps a masked account number, unless another is typed", () => {
    const people = form("beneficiaries");
    const before = { type: "bank_account", name: "The Shop", account_number: "…012", bank_code: "10005" };
    const draft = draftOf(people, before);
    assert.equal(draft.account_number, "");
    assert.deepEqual(validateDraft(people, draft, before, messages, "XAF"), {});
    assert.deepEqual(bodyOf(people, draft, business, false), { name: "The Shop", bank_code: "10005" });
    assert.equal(bodyOf(people, { ...draft, account_number: "77" }, business, false).account_number, "77");
  });
});

describe("the columns of a list", () => {
  const transfers = LISTS.find(({ page }) => page === "transfers");
  assert.ok(transfers);

  it("are the default ones, or those in the address, in the list's order", () => {
    assert.deepEqual(visibleColumns(transfers, null, "desktop"), transfers.columns);
    assert.deepEqual(visibleColumns(transfers, "fee,amount,nonsense", "desktop"), ["amount", "fee"]);
    assert.deepEqual(visibleColumns(transfers, "nonsense", "desktop"), transfers.columns);
  });

  it("are fewer in a narrow window, unless the user has chosen them", () => {
    assert.deepEqual(visibleColumns(transfers, null, "phone"), ["amount", "status", "created_at"]);
    assert.deepEqual(visibleColumns(transfers, null, "tablet"), [
      ...["amount", "status", "beneficiary", "reference"],
      "created_at",
    ]);
    const column_param = columnParamAfterToggle(transfers, visibleColumns(transfers, null, "phone"), "fee", "phone");
    assert.equal(column_param, "amount,status,created_at,fee");
    assert.deepEqual(visibleColumns(transfers, column_param, "phone"), column_param.split(","));
  });

  it("appear in the address only if they differ from the defaults", () => {
    const more = columnParamAfterToggle(transfers, transfers.columns, "fee", "desktop");
    assert.equal(more, [...transfers.columns, "fee"].join());
    assert.equal(columnParamAfterToggle(transfers, visibleColumns(transfers, more, "desktop"), "fee", "desktop"), "");
  });
});
