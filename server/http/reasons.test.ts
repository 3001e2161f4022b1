import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setFee } from "#resources/fees/set.ts";
import { createKey } from "#resources/keys/create.ts";
import { transfer_order } from "#testing/orders.ts";
import { payment_request } from "#testing/payments.ts";
import { requestSender, startTestWorld, type TestResponse } from "#testing/world.ts";

const world = await startTestWorld({ works: false });
const anybody = requestSender(world.url, {});

function assertReason({ status, body, text }: TestResponse, code: number, reason: string): void {
  assert.deepEqual([status, body.reason], [code, reason], text);
}

describe("the reason of an error", () => {
  it("tells a wrong key from a missing one, and a missing private key from a missing right", async () => {
    const merchant = await world.merchant();
    const { text: narrow } = await world.db.engine((tx) =>
      createKey(
        tx,
        {
          scope: { merchant: merchant.id, environment: "test" },
          ...{ kind: "private", name: "narrow", expires_at: null, rights: ["balance:read"] },
        },
        "test",
      ),
    );
    assertReason(await anybody("GET", "/transfers"), 401, "key_missing");
    assertReason(await anybody("GET", "/transfers", undefined, { authorization: "wrong" }), 401, "key_invalid");
    assertReason(await merchant.send("GET", "/transfers", undefined, { "x-grant": "" }), 403, "grant_required");
    assertReason(await merchant.send("GET", "/transfers", undefined, { "x-grant": "wrong" }), 403, "grant_invalid");
    assertReason(await merchant.send("GET", "/transfers", undefined, { "x-grant": narrow }), 403, "right_missing");
  });

  it("tells a taken reference from a balance that is too small", async () => {
    const merchant = await world.merchant({ balance: 10_000n });
    const order = { ...transfer_order, reference: "salary-1" };
    assert.equal((await merchant.post("/transfers", order)).status, 201);
    assertReason(await merchant.post("/transfers", order), 409, "reference_taken");
    assertReason(await merchant.post("/transfers", { ...transfer_order, amount: 50_000 }), 422, "insufficient_funds");
    const payment = { ...payment_request, reference: "invoice-1" };
    assert.equal((await merchant.post("/payments", payment)).status, 201);
    assertReason(await merchant.post("/payments", payment), 409, "reference_taken");
  });

  it("is in a stored answer, too, and tells a used Idempotency-Key", async () => {
    const merchant = await world.merchant();
    const send = (body: object) => merchant.post("/payments/none", body, { "idempotency-key": "once" });
    const body = { channel: "cm.mobile", phone: "+237677123456" };
    const [first, second] = [await send(body), await send(body)];
    assertReason(first, 404, "payment_not_found");
    assert.deepEqual([second.text, second.headers.get("idempotent-replayed")], [first.text, "true"]);
    assertReason(await send({ ...body, phone: "+237677123457" }), 422, "idempotency_key_reused");
    const malformed = await merchant.post("/payments", {}, { "idempotency-key": "two words" });
    assertReason(malformed, 400, "idempotency_key_invalid");
  });

  it("tells why a body cannot be read", async () => {
    const merchant = await world.merchant();
    const send = (body: string, type = "application/json") =>
      merchant.send("POST", "/customers", body, { "content-type": type });
    assertReason(await send("{"), 400, "invalid_json");
    assertReason(await send('{"name":"A","name":"B"}'), 400, "duplicate_name");
    assertReason(await send("[".repeat(40)), 400, "body_too_deep");
    assertReason(await send('{"name":"\\u0000"}'), 400, "invalid_unicode");
    assertReason(await send("a[b=1", "application/x-www-form-urlencoded"), 400, "invalid_form");
    assertReason(await send("<name/>", "text/xml"), 415, "media_type_unsupported");
    assertReason(await send(JSON.stringify({ name: "x".repeat(1_100_000) })), 413, "body_too_large");
    assertReason(await merchant.send("PATCH", "/transfers"), 405, "method_not_allowed");
    assertReason(await merchant.get("/%zz"), 400, "path_invalid");
  });
});

describe("the parameters of a reason", () => {
  it("contain the amount with its fee if the balance is too small, also for a bulk", async () => {
    const merchant = await world.merchant({ balance: 10_000n });
    const rates = { percent_bp: 0, fixed: 100n, minimum: 0n, maximum: null };
    const fee = { merchant: merchant.id, environment: "test", kind: "transfer", channel: "cm.mtn", ...rates } as const;
    await world.db.engine((tx) => setFee(tx, fee, "test"));
    const order = { ...transfer_order, channel: "cm.mtn", amount: 9_950 };
    const single = await merchant.post("/transfers", order);
    assert.deepEqual(single.body.reason_params, { required: 10_050, currency: "XAF" });
    const bulk = await merchant.post("/transfers/bulk", {
      currency: "XAF",
      transfers: [
        { ...order, amount: 6_000 },
        { ...order, amount: 7_000 },
      ],
    });
    assert.deepEqual(
      [bulk.body.reason, bulk.body.reason_params],
      ["insufficient_funds", { required: 13_200, currency: "XAF" }],
    );
  });

  it("are absent if the reason has no parameters", async () => {
    const merchant = await world.merchant();
    assert.equal("reason_params" in (await merchant.get("/transfers/none")).body, false);
  });

  it("contain the taken reference and the path's methods", async () => {
    const merchant = await world.merchant({ balance: 10_000n });
    const order = { ...transfer_order, reference: "salary-1" };
    await merchant.post("/transfers", order);
    assert.deepEqual((await merchant.post("/transfers", order)).body.reason_params, { reference: "salary-1" });
    const { body, headers } = await merchant.send("PATCH", "/transfers");
    assert.equal(body.reason_params.methods.join(", "), headers.get("allow"));
  });
});

describe("the reasons of fields", () => {
  it("are beside the messages, with parameters, for values of the wrong form", async () => {
    const merchant = await world.merchant();
    const { body } = await merchant.post("/customers", { name: "x".repeat(201), email: "nobody", phone: "" });
    assert.equal(body.reason, "invalid_request");
    assert.deepEqual(Object.keys(body.field_reasons), Object.keys(body.errors));
    assert.deepEqual(body.field_reasons, {
      name: [{ reason: "too_long", params: { maximum: 200 } }],
      email: [{ reason: "invalid_email", params: {} }],
    });
    const listed = await merchant.get("/customers?limit=0&colour=red");
    assert.deepEqual(listed.body.field_reasons.limit, [{ reason: "too_small", params: { minimum: 1 } }]);
    assert.equal(listed.body.field_reasons.colour[0].reason, "unknown_parameter");
  });

  it("tell an amount above the channel's maximum, also when the balance is too small", async () => {
    const merchant = await world.merchant({ balance: 10_000n });
    const { body } = await merchant.post("/transfers", { ...transfer_order, amount: 50_000_000 });
    const [{ reason, params }] = body.field_reasons.amount;
    assert.deepEqual([body.reason, reason, params.currency], ["validation_failed", "amount_above_maximum", "XAF"]);
    assert.ok(params.maximum < 50_000_000);
    const bulk = await merchant.post("/transfers/bulk", {
      currency: "XAF",
      transfers: [{ ...transfer_order, amount: 50_000_000 }],
    });
    assert.equal(bulk.body.field_reasons["transfers.0.amount"][0].reason, "amount_above_maximum");
  });

  it("name a bulk's entry whose reference is taken", async () => {
    const merchant = await world.merchant({ balance: 100_000n });
    const order = { ...transfer_order, reference: "salary-1" };
    assert.equal((await merchant.post("/transfers", order)).status, 201);
    const { body } = await merchant.post("/transfers/bulk", { currency: "XAF", transfers: [order] });
    const taken = { "transfers.0.reference": [{ reason: "reference_taken", params: { reference: "salary-1" } }] };
    assert.deepEqual([body.reason, body.field_reasons], ["validation_failed", taken]);
    const check = await merchant.post("/transfers/bulk/check", { currency: "XAF", transfers: [order] });
    assert.deepEqual(check.body.bulk_check.field_reasons, taken);
  });
});
