import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { nationalDigits } from "@kolo/ui/format-phone.ts";
import { assertRefused, transfer_order } from "#server/testing/orders.ts";
import { PHONE_NUMBER_SPELLINGS } from "#server/testing/phone-number-spellings.ts";
import { requestSender, sharedTestWorld } from "#server/testing/world.ts";

const world = await sharedTestWorld();
const keyless = requestSender(world.url, {});

/** A name and an e-mail address with invisible characters, as pasted from a chat or a spreadsheet. */
const NAME = "\u202dHe\u0301le\u0300ne\u00a0Ngo\u200b";
const EMAIL = "\ufeffE\u0301lodie@example.cm\u202f";
/** The number 677123456, as pasted from different sources. */
const NUMBERS = [
  "\u202a677\u202f12\u00a034\u00a056\u202c",
  "tel:+237-677-12-34-56",
  "'677123456",
  '="677123456"',
  "６７７123456",
];

describe("pasted text", () => {
  for (const phone of NUMBERS) {
    it(`is the same phone number through every entry point: ${JSON.stringify(phone)}`, async () => {
      const merchant = await world.merchant();
      const results = "+237677123456";
      const { body: sent } = await merchant.post("/transfers", {
        ...transfer_order,
        beneficiary_data: { name: NAME, phone },
      });
      assert.equal(sent.code, 201, sent.message);
      const { body: stored } = await merchant.post("/beneficiaries", {
        ...{ name: NAME, phone, email: EMAIL, country: "CM", currency: "XAF", type: "mobile_money" },
      });
      assert.deepEqual(
        [stored.beneficiary.name, stored.beneficiary.phone, stored.beneficiary.email],
        ["Hélène Ngo", results, "élodie@example.cm"],
      );
      const { body: payer } = await merchant.post("/customers", { name: NAME, phone, email: EMAIL });
      assert.deepEqual(
        [payer.customer.name, payer.customer.phone, payer.customer.email],
        ["Hélène Ngo", results, "élodie@example.cm"],
      );
      const { body: stored_values } = await merchant.post("/transfers/lookup", { channel: "cm.mtn", phone });
      assert.equal(stored_values.lookup.phone, results);
      const sum = { amount: 500, currency: "XAF", phone };
      const { body: posted } = await merchant.post("/payments", sum);
      assert.equal(posted.transaction.customer, payer.customer.id);
      const { body: begun } = await merchant.post(`/payments/${posted.transaction.id}`, {
        channel: "cm.mobile",
        phone,
      });
      assert.equal(begun.transaction.phone, results);
      const { body: other } = await merchant.post("/payments", sum);
      const path = `/checkout/${other.authorization_url.split("/pay/")[1]}`;
      const paid = await keyless("POST", path, { channel: "cm.mtn", phone });
      assert.equal(paid.status, 202, paid.text);
    });
  }

  it("is the same phone number to the payment page as to the service", () => {
    for (const text of PHONE_NUMBER_SPELLINGS)
      assert.equal(nationalDigits(text, "237"), "677123456", JSON.stringify(text));
  });

  it("is cleaned in the cells of a file", async () => {
    const merchant = await world.merchant();
    const cells = `name;phone;amount\n${NAME};${NUMBERS[0]};\u202a1 500\u202c\n${NAME};tel:677123457;１５００\n`;
    const answer = await fetch(`${world.url}/transfers/bulk?currency=XAF`, {
      method: "POST",
      headers: {
        "content-type": "text/csv",
        authorization: merchant.public_key,
        "x-grant": merchant.private_key,
      },
      body: cells,
    });
    assert.equal(answer.status, 201, await answer.text());
    const { body } = await merchant.get("/transfers");
    const one = (await merchant.get(`/transfers/${body.items[1].id}`)).body.transfer;
    assert.deepEqual([one.amount, one.beneficiary.name, one.beneficiary.phone], [1_500, "Hélène Ngo", "+237677123456"]);
    assert.equal(body.items[0].amount, 1_500);
  });

  it("identifies the same customer, in any case and Unicode composition of the email address", async () => {
    const merchant = await world.merchant();
    for (const [one, other] of [
      ["İnes@example.cm", "i\u0307nes@example.cm"],
      ["ÉLODIE@example.cm", "e\u0301lodie@EXAMPLE.cm"],
    ]) {
      const ask = async (email: string | undefined) => {
        const { body, text } = await merchant.post("/payments", { amount: 500, currency: "XAF", email });
        assert.equal(body.code, 201, text);
        return body.transaction.customer;
      };
      assert.equal(await ask(other), await ask(one));
    }
  });

  it("without a visible character is empty: a name is required", async () => {
    const merchant = await world.merchant();
    assertRefused(await merchant.post("/customers", { name: "\u202e\u200b", email: "a@example.cm" }), 400, "name");
  });
});

describe("a number of a network that no channel reaches", () => {
  for (const [phone, network] of [
    ["662123456", "Nexttel"],
    ["\u202a620 12 34 56\u202c", "Camtel"],
  ] as const) {
    it(`is refused with the network's name: ${network}`, async () => {
      const merchant = await world.merchant();
      const params = { network, channels: ["cm.mtn", "cm.orange"] };
      const field_reasons = { channel: [{ reason: "unreachable_network", params }] };
      const person = { name: "Jane", phone };
      const sent = await merchant.post("/transfers", {
        ...transfer_order,
        channel: "cm.mobile",
        beneficiary_data: person,
      });
      assert.deepEqual(sent.body.field_reasons, field_reasons);
      const { body } = await merchant.post("/payments", { amount: 500, currency: "XAF", phone });
      const begun = await merchant.post(`/payments/${body.transaction.id}`, { channel: "cm.mobile", phone });
      assert.deepEqual(begun.body.field_reasons, field_reasons);
    });
  }
});
