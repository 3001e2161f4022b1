import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { importKey } from "#resources/keys/create.ts";
import { assertRefused, postBeneficiary, transfer_order } from "#testing/orders.ts";
import { postPayment } from "#testing/payments.ts";
import { requestSender, startTestWorld, type TestMerchant } from "#testing/world.ts";

const world = await startTestWorld({ works: false });
const merchant = await world.merchant({ balance: 1_000_000n });
const recipient = { name: "Jane Mballa", channel: "cm.mtn", country: "CM" };
const { beneficiary_data: data, channel: _, ...order } = transfer_order;

async function transferOf(body: object, path = "/transfers") {
  const { status, body: answer, text } = await merchant.post(path, body);
  assert.equal(status, 201, text);
  return (await merchant.get(`/transfers/${answer.transfer.id}`)).body.transfer;
}

function assertReason(answer: { status: number; body: { field_reasons: object } }, status: number, field: string) {
  assert.equal(answer.status, status, JSON.stringify(answer.body));
  return Object.entries<{ reason: string }[]>({ ...answer.body.field_reasons }).find(([name]) => name === field)?.[1][0]
    ?.reason;
}

describe("POST /recipients in its older form", () => {
  it("takes type, currency and country from the channel", async () => {
    const { status, body } = await merchant.post("/recipients", {
      name: "Jane",
      channel: "cm.mtn",
      phone: "677123456",
    });
    assert.equal(status, 201);
    const { type, currency, country, phone } = body.beneficiary;
    assert.deepEqual([type, currency, country, phone], ["mobile_money", "XAF", "CM", "+237677123456"]);
    assert.deepEqual(body.recipient, body.beneficiary);
    assert.deepEqual((await merchant.get(`/recipients/${body.recipient.id}`)).body.recipient, body.recipient);
  });

  it("sends the money to number, or else to account_number; the phone beside them is a contact", async () => {
    for (const [fields, phone] of [
      [{ number: "677000001", phone: "699000009" }, "+237677000001"],
      [{ account_number: "+237 677 00 00 02", phone: "" }, "+237677000002"],
      [{ account_number: "677000003", phone: "699000009" }, "+237677000003"],
    ] as const) {
      const { beneficiary } = (await merchant.post("/recipients", { ...recipient, ...fields })).body;
      assert.deepEqual([beneficiary.phone, beneficiary.account_number], [phone, null]);
    }
  });

  it("keeps the account number of a bank", async () => {
    const bank = { ...recipient, channel: "cm.bank", account_number: "10005000010123456789012", bank_code: "10005" };
    const { beneficiary } = (await merchant.post("/recipients", bank)).body;
    assert.deepEqual([beneficiary.type, beneficiary.account_number], ["bank_account", bank.account_number]);
  });

  it("refuses an unknown channel, and only this path has the older form", async () => {
    const unknown = { ...recipient, channel: "cm.pigeon", phone: "677123456" };
    assert.equal(assertReason(await merchant.post("/recipients", unknown), 422, "channel"), "unknown_channel");
    assertRefused(await merchant.post("/beneficiaries", { ...recipient, phone: "677123456" }), 400, "type");
    // A body with `type` has the present form, where `phone` receives the money.
    const present = { ...recipient, type: "mobile_money", currency: "XAF", phone: "677000004", number: "677000005" };
    assert.equal((await merchant.post("/recipients", present)).body.beneficiary.phone, "+237677000004");
  });

  it("gives a replay for the Idempotency-Key the same bytes", async () => {
    const body = { ...recipient, number: "677000006" };
    const [first, second] = [
      await merchant.post("/recipients", body, { "idempotency-key": "recipient-1" }),
      await merchant.post("/recipients", body, { "idempotency-key": "recipient-1" }),
    ];
    assert.equal(second.headers.get("idempotent-replayed"), "true");
    assert.equal(second.text, first.text);
  });
});

describe("a transfer in its older form", () => {
  it("takes recipientId, and a beneficiary object that repeats the recipient's number", async () => {
    const id = await postBeneficiary(merchant, { phone: "677123456" });
    for (const repeated of [{}, { name: "Jane", number: "677 12 34 56" }, { name: "Jane" }]) {
      const beneficiary = Object.keys(repeated).length > 0 ? { beneficiary: repeated } : {};
      const body = { ...order, channel: "cm.mtn", recipientId: id, ...beneficiary };
      assert.equal((await transferOf(body)).beneficiary.id, id, JSON.stringify(repeated));
    }
  });

  it("may repeat a number in several spellings, and be the record that was read before", async () => {
    const sent = { phone: "677123456", number: "+237 677 12 34 56", account_number: "237677123456" };
    const first = await transferOf({ ...order, channel: "cm.mtn", beneficiary: sent });
    assert.equal(first.receiver.number, "+237677123456");
    const { beneficiary } = first;
    const again = await transferOf({ ...order, channel: "cm.mtn", beneficiary });
    assert.equal(again.receiver.number, "+237677123456");
  });

  it("is refused and moves nothing if it names two different recipients", async () => {
    const id = await postBeneficiary(merchant, { phone: "677123456" });
    const other = await postBeneficiary(merchant, { phone: "677123457" });
    const before = await merchant.balance();
    const channel = "cm.mtn";
    for (const [two, field] of [
      [{ recipientId: id, beneficiary: { number: "677123457" } }, "beneficiary"],
      [{ recipient: id, beneficiary: { account_number: "677123457" } }, "beneficiary"],
      [{ recipientId: id, recipient: other }, "recipientId"],
      [{ recipientId: id, beneficiary_data: data }, "beneficiary"],
      [{ recipientId: id, beneficiary: other }, "beneficiary"],
      [{ recipientId: id, beneficiary: { id: other } }, "beneficiary"],
      [{ beneficiary: { id, phone: "677123457" } }, "beneficiary"],
      [{ recipient: { id: "ben_none", phone: "677123456" } }, "recipient"],
      [{ beneficiary: { phone: "677123456", number: "677123457" } }, "beneficiary"],
      [{ beneficiary: { phone: "677123456", account_number: "677123457" } }, "beneficiary"],
      [{ recipient: { number: "677123456", account_number: "677123457" } }, "recipient"],
    ] as const) {
      const refused = await merchant.post("/transfers", { ...order, channel, ...two });
      assert.equal(assertReason(refused, 400, field), "recipient_ambiguous", JSON.stringify(two));
    }
    assert.deepEqual(await merchant.balance(), before);
  });

  it("to a bank is refused if the account is not that of the id, whatever the contact's phone", async () => {
    const [account_number, other] = ["10005000010123456789012", "10005000010123456789129"];
    const [type, bank_code, phone] = ["bank_account", "10005", "677123456"] as const;
    const bank = await postBeneficiary(merchant, { type, account_number, bank_code, phone });
    const mobile = await postBeneficiary(merchant, { phone });
    const before = await merchant.balance();
    for (const two of [
      { beneficiary: { id: bank, phone, account_number: other, bank_code } },
      { beneficiary: { id: mobile, phone, account_number: other, bank_code } },
      { recipient: bank, beneficiary: { phone, account_number: other, bank_code } },
    ]) {
      const refused = await merchant.post("/transfers", { ...order, channel: "cm.bank", ...two });
      assert.equal(assertReason(refused, 400, "beneficiary"), "recipient_ambiguous", JSON.stringify(two));
    }
    assert.deepEqual(await merchant.balance(), before);
    for (const contact of [phone, "677123457"]) {
      const beneficiary = { id: bank, phone: contact, account_number, bank_code };
      const { receiver } = await transferOf({ ...order, channel: "cm.bank", beneficiary });
      assert.equal(receiver.number, account_number);
    }
  });

  it("takes the channel from the recipient's type and country", async () => {
    const mobile = await postBeneficiary(merchant, { phone: "677123456" });
    const bank = await postBeneficiary(merchant, {
      ...{ type: "bank_account", account_number: "10005000010123456789012", bank_code: "10005", phone: undefined },
    });
    for (const [recipient_field, channel] of [
      [{ recipient: mobile }, "cm.mobile"],
      [{ recipientId: mobile }, "cm.mobile"],
      [{ recipient: bank }, "cm.bank"],
      [{ recipient: { phone: "677123456" } }, "cm.mobile"],
      [{ recipient: { name: "Jane", number: "677123456", country: "CM" } }, "cm.mobile"],
    ] as const) {
      assert.equal((await transferOf({ ...order, ...recipient_field })).channel, channel);
    }
  });

  it("is refused without a channel for a beneficiary, an unknown recipient, and one in a country without channels", async () => {
    const id = await postBeneficiary(merchant, { phone: "677123456" });
    assertRefused(await merchant.post("/transfers", { ...order, beneficiary: id }), 400, "channel");
    assertRefused(await merchant.post("/transfers", { ...order, beneficiary_data: data }), 400, "channel");
    assertRefused(
      await merchant.post("/transfers", { ...order, recipient: { phone: "+33612345678" } }),
      400,
      "channel",
    );
    const unknown = await merchant.post("/transfers", { ...order, recipient: "ben_none" });
    assert.equal(assertReason(unknown, 422, "beneficiary"), "unknown_beneficiary");
    const other = await world.merchant({ balance: 1_000n });
    assertRefused(await other.post("/transfers", { ...order, recipient: id }), 422, "beneficiary");
  });

  it("is sent to the number of a form or of POST /transfers/direct", async () => {
    const beneficiary = { account_number: "677123456", email: "jane@example.cm" };
    const direct = { ...order, amount: "500.0", channel: "cm.mobile", beneficiary };
    assert.equal((await transferOf(direct, "/transfers/direct")).receiver.number, "+237677123456");
    const form = "amount=500&currency=XAF&channel=cm.mobile&beneficiary[phone]=677123456";
    assert.equal((await merchant.post("/transfers/initialize", form)).status, 201);
  });
});

describe("the older answers", () => {
  it("have webhook beside data, also in a replay, and items beside data in the list", async () => {
    const fields = { url: "https://shop.example.cm/hook", events: ["transfer.complete"] };
    const created = await merchant.post("/webhooks", fields, { "idempotency-key": "webhook-1" });
    assert.deepEqual(created.body.webhook, created.body.data);
    assert.match(created.body.webhook.secret, /^whsec_/);
    const replayed = await merchant.post("/webhooks", fields, { "idempotency-key": "webhook-1" });
    assert.equal(replayed.text, created.text);
    const { id } = created.body.data;
    const retrieved = (await merchant.get(`/webhooks/${id}`)).body;
    assert.deepEqual([retrieved.webhook.id, retrieved.webhook], [id, retrieved.data]);
    const updated = (await merchant.send("PUT", `/webhooks/${id}`, { description: "Shop" })).body;
    assert.deepEqual(updated.webhook, updated.data);
    const listed = (await merchant.get("/webhooks")).body;
    assert.deepEqual([listed.items.length, listed.items], [1, listed.data]);
  });

  it("have enabled beside active on channels, also at the older path", async () => {
    const [now, older] = [await merchant.get("/channels"), await merchant.get("/resources/channels")];
    assert.equal(older.text, now.text);
    assert.ok(now.body.data.length > 3);
    for (const { active, enabled } of now.body.data) assert.equal(enabled, active);
  });

  it("have code, status and message at the root", async () => {
    const { code, status, message } = (await merchant.get("/")).body;
    assert.deepEqual([code, status, typeof message], [200, "OK", "string"]);
  });

  it("find payments at the older path, by each name of the text", async () => {
    const shop = await world.merchant();
    const { id } = await postPayment(shop, { reference: "order-older-7" });
    await postPayment(shop);
    for (const name of ["search", "query", "q", "reference"]) {
      const { items } = (await shop.get(`/payments/search?${name}=order-older-7`)).body;
      assert.deepEqual(
        items.map((payment: { id: string }) => payment.id),
        [id],
        name,
      );
    }
    assertRefused(await shop.get("/payments/search?colour=red"), 400, "colour");
    assertRefused(await shop.get("/payments?query=order-older-7"), 400, "query");
  });
});

describe("a customer at the older paths", () => {
  it("is updated, blocked and unblocked with POST", async () => {
    const { id } = (await merchant.post("/customers", { name: "Jane", phone: "677000701" })).body.customer;
    const updated = await merchant.post(`/customers/${id}`, { name: "Jane Mballa" });
    assert.deepEqual([updated.status, updated.body.customer.name], [200, "Jane Mballa"]);
    assert.equal((await merchant.post(`/customers/${id}/block`)).status, 200);
    const refused = await merchant.post("/payments", { amount: 500, currency: "XAF", customer: id });
    assert.deepEqual([refused.status, refused.body.reason], [422, "customer_blocked"]);
    assert.equal((await merchant.post(`/customers/${id}/unblock`)).status, 200);
    assert.equal((await merchant.post("/payments", { amount: 500, currency: "XAF", customer: id })).status, 201);
  });
});

describe("keys of another scheme", () => {
  async function withImportedKeys(): Promise<TestMerchant> {
    const shop = await world.merchant({ balance: 1_000n });
    const [public_key, private_key] = [`pk_test.${shop.id.slice(4)}`, `sk_test.${shop.id.slice(4)}`];
    await world.db.engine(async (tx) => {
      const key = { scope: { merchant: shop.id, environment: "test" }, name: "imported", expires_at: null } as const;
      await importKey(tx, { ...key, kind: "public" }, public_key, "test");
      await importKey(tx, { ...key, kind: "private" }, private_key, "test");
    });
    return world.withExplicitHeaders({ ...shop, public_key, private_key });
  }

  it("work once imported, also with the older header's name", async () => {
    const shop = await withImportedKeys();
    assert.equal((await shop.post("/transfers", transfer_order)).body.transfer.sandbox, true);
    const send = requestSender(world.url, {
      ...{ authorization: shop.public_key, "grant-authorization": shop.private_key },
    });
    assert.equal((await send("GET", "/balance")).status, 200);
  });

  it("with a scheme or in the wrong header, the refusal says so", async () => {
    for (const { public_key, private_key } of [merchant, await withImportedKeys()]) {
      const send = requestSender(world.url, { authorization: public_key, "x-grant": private_key });
      for (const [headers, status, reason] of [
        [{ authorization: `Bearer ${public_key}` }, 401, "key_with_scheme"],
        [{ authorization: `bearer ${private_key}`, "x-grant": "" }, 401, "key_with_scheme"],
        [{ authorization: private_key }, 401, "key_is_private"],
        [{ authorization: private_key, "x-grant": public_key }, 401, "key_is_private"],
        [{ "x-grant": public_key }, 403, "grant_is_public"],
        [{ "x-grant": `Bearer ${private_key}` }, 403, "grant_with_scheme"],
        [{ authorization: "pk_test.of-nobody-at-all" }, 401, "key_invalid"],
        [{ "x-grant": "sk_test.of-nobody-at-all" }, 403, "grant_invalid"],
      ] as const) {
        const { status: actual, body, text } = await send("GET", "/balance", undefined, headers);
        assert.deepEqual([actual, body.reason], [status, reason], text);
        assert.ok(!text.includes(public_key) && !text.includes(private_key));
      }
    }
  });
});

describe("a multipart body", () => {
  it("is refused on every path", async () => {
    const form = new FormData();
    form.set("amount", "500");
    for (const path of ["/transfers", "/transfers/bulk", "/customers"]) {
      const response = await fetch(`${world.url}${path}`, {
        ...{ method: "POST", body: form },
        headers: { authorization: merchant.public_key, "x-grant": merchant.private_key },
      });
      const body: { reason?: string } = Object(await response.json());
      assert.deepEqual([response.status, body.reason], [415, "media_type_unsupported"]);
    }
  });
});
