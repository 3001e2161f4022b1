import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { disallowAddress } from "#resources/addresses/allow.ts";
import { transfer_order } from "#testing/orders.ts";
import { directCharge, payment_request } from "#testing/payments.ts";
import { requestSender, startTestWorld } from "#testing/world.ts";

const world = await startTestWorld({ works: false });
const anybody = requestSender(world.url, {});

// Every other test of refused requests compares reasons. `test/success-messages.test.ts` has the other successes.
describe("the published messages of errors (interface.md, section 7)", () => {
  it("401 and 403: a key that is missing or wrong", async () => {
    const merchant = await world.merchant();
    const refused = (code: number, status: string, message: string, reason: string) => ({
      ...{ code, status, message, reason },
    });
    assert.deepEqual(
      (await anybody("GET", "/customers")).body,
      refused(401, "Unauthorized", "API key is missing", "key_missing"),
    );
    assert.deepEqual(
      (await anybody("GET", "/customers", undefined, { authorization: "wrong" })).body,
      refused(401, "Unauthorized", "Invalid API key", "key_invalid"),
    );
    assert.deepEqual(
      (await merchant.send("GET", "/balance", undefined, { "x-grant": "" })).body,
      refused(403, "Forbidden", "This endpoint requires additional authentication", "grant_required"),
    );
    assert.deepEqual(
      (await merchant.send("GET", "/balance", undefined, { "x-grant": "wrong" })).body,
      refused(403, "Forbidden", "Invalid grant key", "grant_invalid"),
    );
    assert.deepEqual(
      (await merchant.send("GET", "/customers", undefined, { "x-sync": "mer_none" })).body,
      refused(404, "Not Found", "Sync account not found", "linked_merchant_not_found"),
    );
  });

  it("403: an address that may not send money (interface-decisions 10)", async () => {
    const merchant = await world.merchant();
    const scope = { merchant: merchant.id, environment: merchant.environment };
    for (const range of ["0.0.0.0/0", "::/0"]) await world.db.engine((tx) => disallowAddress(tx, scope, range, "test"));
    // The service caches a key's address list for less than a second.
    await new Promise((done) => setTimeout(done, 1_000));
    const { body } = await merchant.post("/transfers", transfer_order);
    assert.equal(body.message, "Your IP address is not allowed to initiate transfers");
  });

  it("422: the balance, the beneficiary and the channel of a transfer; 409: its reference", async () => {
    const merchant = await world.merchant({ balance: 1_000n });
    const poor = await merchant.post("/transfers", { ...transfer_order, amount: 1_001 });
    assert.equal(poor.body.message, "Insufficient balance to complete this transfer");
    const { beneficiary_data: _, ...order } = transfer_order;
    const unknown = (await merchant.post("/transfers", { ...order, beneficiary: "ben_none" })).body;
    assert.deepEqual(
      [unknown.message, unknown.errors],
      ["Validation failed", { beneficiary: ["The beneficiary was not found"] }],
    );
    const unsupported = (await merchant.post("/transfers", { ...transfer_order, channel: "cm.pigeon" })).body;
    assert.deepEqual(
      [unsupported.message, unsupported.errors],
      ["Validation failed", { channel: ["The channel is invalid"] }],
    );
    const taken = { ...transfer_order, amount: 1, reference: "taken" };
    await merchant.post("/transfers", taken);
    assert.equal(
      (await merchant.post("/transfers", taken)).body.message,
      "A transfer with this reference already exists",
    );
  });
});

describe("the published messages of successes (interface.md, sections 3 to 6)", () => {
  it("2xx: transfers, beneficiaries, customers, payments and webhooks", async () => {
    const merchant = await world.merchant({ balance: 10_000n });
    const person = { name: "Ama", email: "ama@example.cm" };
    const payee = { name: "Ama", phone: "677123456", country: "CM", currency: "XAF", type: "mobile_money" };
    const hook = { url: "https://shop.example.cm/hook", events: ["transfer.complete"] };
    const bulk = { currency: "XAF", transfers: [transfer_order] };
    const transfer = (await merchant.post("/transfers", transfer_order)).body.transfer.id;
    const customer = (await merchant.post("/customers", person)).body.customer.id;
    const beneficiary = (await merchant.post("/beneficiaries", payee)).body.beneficiary.id;
    const webhook = (await merchant.post("/webhooks", hook)).body.data.id;
    const payment = (await merchant.post("/payments", payment_request)).body.transaction.id;
    const canceled = (await merchant.post("/payments", payment_request)).body.transaction.id;
    for (const [method, path, body, message] of [
      ["POST", "/transfers", { ...transfer_order, reference: "second" }, "Transfer initialized"],
      ["GET", `/transfers/${transfer}`, undefined, "Transfer retrieved"],
      ["DELETE", `/transfers/${transfer}`, undefined, "Transfer canceled successfully"],
      ["POST", "/transfers/bulk", bulk, "Bulk transfer initialized"],
      ["POST", "/beneficiaries", payee, "Beneficiary created"],
      ["GET", "/beneficiaries", undefined, "Beneficiaries retrieved"],
      ["PUT", `/beneficiaries/${beneficiary}`, { name: "Ama N." }, "Beneficiary updated"],
      ["DELETE", `/beneficiaries/${beneficiary}`, undefined, "Beneficiary deleted"],
      ["POST", "/customers", person, "Customer created"],
      ["GET", "/customers", undefined, "Customers retrieved"],
      ["PUT", `/customers/${customer}`, { name: "Ama N." }, "Customer updated"],
      ["GET", `/customers/${customer}/payments`, undefined, "Customer payments retrieved"],
      ["DELETE", `/customers/${customer}`, undefined, "Customer deleted"],
      ["POST", `/payments/${payment}`, directCharge(), "Payment processing initiated"],
      ["POST", "/payments", payment_request, "Payment initialized"],
      ["GET", `/payments/${payment}`, undefined, "Transaction retrieved"],
      ["DELETE", `/payments/${canceled}`, undefined, "Your transaction has been canceled"],
      ["POST", "/webhooks", hook, "Webhook created"],
      ["GET", "/webhooks", undefined, "Webhooks retrieved"],
      ["PUT", `/webhooks/${webhook}`, { active: false }, "Webhook updated"],
      ["DELETE", `/webhooks/${webhook}`, undefined, "Webhook deleted"],
    ] as const) {
      const answer = await merchant.send(method, path, body);
      assert.deepEqual([answer.status < 300, answer.body.message], [true, message], `${method} ${path} ${answer.text}`);
    }
  });
});
