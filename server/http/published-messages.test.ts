import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { disallowAddress } from "#resources/addresses/allow.ts";
import { transfer_order } from "#testing/orders.ts";
import { requestSender, startTestWorld } from "#testing/world.ts";

const world = await startTestWorld({ works: false });
const anybody = requestSender(world.url, {});

// Only this test compares message texts; every other test compares reasons.
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
