import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { translateServerMessage } from "#i18n/server-messages.ts";
import { columnParamAfterToggle, visibleColumns } from "./list-columns.ts";
import { LISTS } from "./list-definitions.ts";
import { bodyOf, draftOf, FORMS, fieldsOf, validateDraft } from "./record-forms.ts";

const form = (page: string) => {
  const definition = FORMS.find((one) => one.page === page);
  assert.ok(definition);
  return definition;
};
const messages = { needed: "needed", one_of: "one of", stays: "stays", whole: "whole" };
const business = { currency: "XAF", country: "CM" };

describe("a form for a record", () => {
  it("asks for what its kind needs, and for nothing that cannot be changed", () => {
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

  it("says of several that one is enough, at the first", () => {
    assert.deepEqual(validateDraft(form("payments"), { amount: "5" }, null, messages, "XAF"), { phone: "one of" });
    assert.deepEqual(validateDraft(form("payments"), { amount: "5", email: "a@b.cm" }, null, messages, "XAF"), {});
  });

  it("sends no sum with cents where there are none, where it may be left empty too", () => {
    const link = { name: "School fees", amount: "5000.00" };
    assert.deepEqual(validateDraft(form("payment-links"), link, null, messages, "XAF"), { amount: "whole" });
    assert.deepEqual(validateDraft(form("payment-links"), { ...link, amount: "5,000" }, null, messages, "XAF"), {});
    assert.deepEqual(validateDraft(form("payment-links"), { ...link, amount: "" }, null, messages, "XAF"), {});
  });

  it("says at the field that what is stored cannot be emptied, and saves nothing else meanwhile", () => {
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

  it("sends what was typed, in the business's currency, and leaves what was left empty", () => {
    const payment = { amount: "12 500", phone: "677123456", email: "", name: "" };
    assert.deepEqual(bodyOf(form("payments"), payment, business, true), {
      amount: 12_500,
      phone: "677123456",
      currency: "XAF",
    });
    const person = { ...draftOf(form("beneficiaries"), { type: "mobile_money", name: "Awa" }), phone: "+237677123456" };
    assert.deepEqual(bodyOf(form("beneficiaries"), person, business, false), { name: "Awa", phone: "+237677123456" });
  });

  it("keeps an account number of which the last digits alone are shown, unless another is typed", () => {
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

  it("are the usual ones, or those the address names, in the list's order", () => {
    assert.deepEqual(visibleColumns(transfers, null, "desk"), transfers.columns);
    assert.deepEqual(visibleColumns(transfers, "fee,amount,nonsense", "desk"), ["amount", "fee"]);
    assert.deepEqual(visibleColumns(transfers, "nonsense", "desk"), transfers.columns);
  });

  it("are fewer in a narrow window, but for those that are chosen", () => {
    assert.deepEqual(visibleColumns(transfers, null, "telephone"), ["amount", "status", "created_at"]);
    assert.deepEqual(visibleColumns(transfers, null, "tablet"), [
      ...["amount", "status", "beneficiary", "reference"],
      "created_at",
    ]);
    const column_param = columnParamAfterToggle(
      transfers,
      visibleColumns(transfers, null, "telephone"),
      "fee",
      "telephone",
    );
    assert.equal(column_param, "amount,status,created_at,fee");
    assert.deepEqual(visibleColumns(transfers, column_param, "telephone"), column_param.split(","));
  });

  it("are named only where they are not the usual ones", () => {
    const more = columnParamAfterToggle(transfers, transfers.columns, "fee", "desk");
    assert.equal(more, [...transfers.columns, "fee"].join());
    assert.equal(columnParamAfterToggle(transfers, visibleColumns(transfers, more, "desk"), "fee", "desk"), "");
  });
});

describe("what the service says is wrong", () => {
  it("is said in French where we have the words, and as it came where we have not", () => {
    assert.equal(translateServerMessage("This field is required", "fr"), "Ce champ est obligatoire");
    assert.equal(
      translateServerMessage("Enter a number of at most 10000", "fr"),
      "Saisissez un nombre d’au plus 10000",
    );
    const limits = "The channel cm.mobile takes amounts from 1 to 1000000 XAF";
    assert.equal(translateServerMessage(limits, "en"), "Enter an amount from XAF\u00a01 to XAF\u00a01,000,000");
    assert.equal(
      translateServerMessage(limits, "fr"),
      "Saisissez un montant de 1\u00a0FCFA à 1\u202f000\u202f000\u00a0FCFA",
    );
    const refundable_text = "Of this payment 2500 XAF can still be refunded";
    assert.equal(translateServerMessage(refundable_text, "en"), "Of this payment XAF\u00a02,500 can still be refunded");
    assert.equal(
      translateServerMessage(refundable_text, "fr"),
      "De ce paiement, 2\u202f500\u00a0FCFA peuvent encore être remboursés",
    );
    assert.equal(translateServerMessage("Something new", "fr"), "Something new");
    assert.equal(translateServerMessage("This field is required", "en"), "This field is required");
  });
});
