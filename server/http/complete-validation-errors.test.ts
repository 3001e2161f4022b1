import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { UNSUPPORTED_FIELDS } from "#kernel/unsupported-fields.ts";
import { assertRefused, fieldReasonsOf, postBeneficiary, transfer_order } from "#testing/orders.ts";
import { completePayment, directCharge, payment_request, postPayment } from "#testing/payments.ts";
import { sharedTestWorld } from "#testing/world.ts";

const world = await sharedTestWorld();

describe("one answer lists every error of a request", () => {
  it("400: a beneficiary's errors include those of its type", async () => {
    const merchant = await world.merchant();
    for (const [body, fields] of [
      [{ type: "mobile_money" }, ["name", "country", "currency", "phone"]],
      [{ type: "cash_pickup", name: "A" }, ["country", "currency", "phone"]],
      [{ type: "bank_account" }, ["name", "country", "currency", "account_number", "bank_code"]],
      [{ type: "mobile_money", country: "ZZ", currency: "XXZ" }, ["name", "phone", "country", "currency"]],
      [{ type: "mobile_money", phone: "12", country: "CM", email: "x" }, ["name", "email", "currency", "phone"]],
      [{}, ["name", "country", "currency", "type"]],
    ] as const) {
      const answer = await merchant.post("/beneficiaries", body);
      assertRefused(answer, 400);
      assert.deepEqual(Object.keys(answer.body.errors).sort(), [...fields].sort(), answer.text);
    }
  });

  it("400: a transfer's errors include those of the catalogue", async () => {
    const merchant = await world.merchant();
    const answer = await merchant.post("/transfers", {
      ...{ amount: 2_000_000, currency: "EUR", channel: "cm.mtn", reference: "bulk", metadata: 5 },
      beneficiary_data: { phone: "12" },
    });
    assertRefused(answer, 400);
    assert.deepEqual(Object.keys(answer.body.errors).sort(), [
      "amount",
      "beneficiary_data.name",
      "beneficiary_data.phone",
      "currency",
      "metadata",
      "reference",
    ]);
    const nobody = await merchant.post("/transfers", { amount: 0, channel: "cm.nobody" });
    assert.deepEqual(Object.keys(nobody.body.errors).sort(), ["amount", "beneficiary", "channel", "currency"]);
  });

  it("422: a transfer that only the catalogue refuses has all of its errors", async () => {
    const merchant = await world.merchant({ balance: 100n });
    const answer = await merchant.post("/transfers", {
      ...{ amount: 2_000_000, currency: "EUR", channel: "cm.mtn", beneficiary_data: { name: "A", phone: "12" } },
    });
    assertRefused(answer, 422);
    assert.deepEqual(Object.keys(answer.body.errors).sort(), ["amount", "beneficiary_data.phone", "currency"]);
  });

  it("422: a transfer over its channel's maximum is refused for that, whatever the balance", async () => {
    const merchant = await world.merchant({ balance: 100n });
    for (const fields of [
      {},
      { beneficiary_data: null, beneficiary: await postBeneficiary(merchant, { phone: "677123456" }) },
    ]) {
      const answer = await merchant.post("/transfers", { ...transfer_order, ...fields, amount: 1_000_001 });
      assertRefused(answer, 422, "amount");
      assert.deepEqual(fieldReasonsOf(answer), { amount: ["amount_above_maximum"] });
    }
    const bulk = await merchant.post("/transfers/bulk", {
      currency: "XAF",
      transfers: [{ ...transfer_order, amount: 1_000_001 }],
    });
    assertRefused(bulk, 422, "transfers.0.amount");
    const poor = await merchant.post("/transfers", transfer_order);
    assert.equal(poor.body.reason, "insufficient_funds");
  });

  it("400: a bulk's errors cover every entry, and include those of the catalogue", async () => {
    const merchant = await world.merchant();
    const answer = await merchant.post("/transfers/bulk", {
      currency: "XAF",
      transfers: [
        { amount: 0, channel: "cm.mtn" },
        { ...transfer_order, channel: "cm.nobody" },
        {
          ...transfer_order,
          amount: 5_000_000,
          currency: "EUR",
          beneficiary_data: { name: "A", phone: "12" },
          reference: "bulk",
        },
        { ...transfer_order, send_at: "2030-01-01" },
      ],
    });
    assertRefused(answer, 400);
    assert.deepEqual(Object.keys(answer.body.errors).sort(), [
      ...["transfers.0.amount", "transfers.0.beneficiary", "transfers.1.channel", "transfers.2.amount"],
      ...["transfers.2.beneficiary_data.phone", "transfers.2.currency", "transfers.2.reference", "transfers.3.send_at"],
    ]);
  });

  it("400: a payment's errors include its payer's, its callback's and those of the catalogue", async () => {
    const merchant = await world.merchant();
    const answer = await merchant.post("/payments", {
      amount: 5_000_000,
      callback: "x",
      locked_channel: "cm.nobody",
      currency: "XAF",
    });
    assertRefused(answer, 400);
    assert.deepEqual(Object.keys(answer.body.errors).sort(), ["callback", "customer", "locked_channel"]);
    const both = await merchant.post("/payments", { ...payment_request, amount: 5_000_000, phone: "12" });
    assertRefused(both, 422);
    assert.deepEqual(Object.keys(both.body.errors).sort(), ["amount", "phone"]);
    const link = await merchant.post("/payment-links", { callback: "ftp://x", amount: -1 });
    assertRefused(link, 400);
    assert.deepEqual(Object.keys(link.body.errors).sort(), ["amount", "callback", "currency", "name"]);
  });

  it("400: all errors of a customer, and of a webhook", async () => {
    const merchant = await world.merchant();
    const nobody = await merchant.post("/customers", {});
    assert.deepEqual(Object.keys(nobody.body.errors).sort(), ["email", "name", "phone"]);
    for (const url of ["shop.cm", "https://u:p@shop.cm/", "http://10.0.0.1/", "http://localhost:22/x"]) {
      const answer = await merchant.post("/webhooks", { url, events: ["no.event"], rate_limit: -1, concurrency: "x" });
      assertRefused(answer, 400);
      assert.deepEqual(
        Object.keys(answer.body.errors).sort(),
        url.includes("localhost")
          ? ["concurrency", "events.0", "rate_limit"]
          : ["concurrency", "events.0", "rate_limit", "url"],
      );
    }
    const empty = await merchant.post("/webhooks", { url: "" });
    assert.deepEqual(fieldReasonsOf(empty), { url: ["required"], events: ["required"] });
  });
});

describe("unsupported fields", () => {
  it("400: every operation that moves money refuses them all by name, and moves none", async () => {
    const merchant = await world.merchant({ balance: 1_000_000n });
    const paid = await completePayment(world, merchant);
    const pending = await postPayment(merchant);
    const before = (await merchant.get("/balance")).body.balance;
    const schedule = { name: "S", currency: "XAF", frequency: "daily", time: "09:00", transfers: [transfer_order] };
    const responses = (resource: keyof typeof UNSUPPORTED_FIELDS) =>
      Object.fromEntries(UNSUPPORTED_FIELDS[resource].map((name) => [name, name.includes("capture") ? "manual" : "x"]));
    for (const [path, body, resource] of [
      ["/transfers", transfer_order, "transfers"],
      ["/transfers/initialize", transfer_order, "transfers"],
      ["/payments", payment_request, "payments"],
      [`/payments/${pending.id}`, directCharge(), "payments"],
      ["/payment-links", { name: "L", currency: "XAF" }, "payment links"],
      ["/refunds", { payment: paid }, "refunds"],
      ["/transfers/bulk", { currency: "XAF", transfers: [transfer_order] }, "transfers"],
      ["/withdrawals", { account: "wac_none", amount: 500 }, "withdrawals"],
      ["/schedules", schedule, "schedules"],
      ["/transfers/bulk/check", { currency: "XAF", transfers: [transfer_order] }, "transfers"],
    ] as const) {
      const answer = await merchant.post(path, { ...responses(resource), ...body });
      assertRefused(answer, 400);
      const error_fields = Object.keys(answer.body.errors).filter((name) => !name.startsWith("transfers."));
      const unsupported_fields = UNSUPPORTED_FIELDS[resource].filter((name) => !Object.hasOwn(body, name));
      assert.deepEqual(
        error_fields.filter((name) => !unsupported_fields.some((one) => one === name)),
        [],
        path,
      );
      assert.ok(error_fields.length >= Math.min(100, unsupported_fields.length), path);
    }
    assertRefused(await merchant.post("/refunds", { payment: paid, currency: "XAF" }), 400, "currency");
    assertRefused(
      await merchant.post("/transfers", { ...transfer_order, send_at: "2030-01-01T00:00:00Z" }),
      400,
      "send_at",
    );
    assertRefused(await merchant.post("/payments", { ...payment_request, capture: false }), 400, "capture");
    assertRefused(
      await merchant.post(
        "/transfers",
        "amount=500&currency=XAF&channel=cm.mtn&beneficiary_data[name]=A&beneficiary_data[phone]=677123456&split[0][account]=x",
      ),
      400,
      "split",
    );
    assert.deepEqual((await merchant.get("/balance")).body.balance, before);
    assert.equal((await merchant.get("/refunds")).body.totals, 0);
  });

  it("400: another spelling of a field is refused, too, and an own field is named", async () => {
    const merchant = await world.merchant({ balance: 1_000_000n });
    const paid = await completePayment(world, merchant);
    const bulk = { currency: "XAF", transfers: [transfer_order] };
    const part = (fields: object) => ({ parts: [{ merchant: "mer_x", basis_points: 5_000, ...fields }] });
    const rule = { account: "wac_none", frequency: "daily", time: "09:00" };
    for (const [method, path, body, field, reason] of [
      ["POST", "/transfers", { ...transfer_order, scheduledAt: "2030-01-01" }, "scheduledAt", "misspelled_field"],
      ["POST", "/transfers", { ...transfer_order, "send-at": "x" }, "send-at", "unsupported_field"],
      ["POST", "/transfers", { ...transfer_order, DryRun: true }, "DryRun", "unsupported_field"],
      ["POST", "/transfers", { ...transfer_order, idempotencyKey: "a" }, "idempotencyKey", "unsupported_field"],
      ["POST", "/transfers", { ...transfer_order, confirm: false }, "confirm", "unsupported_field"],
      ["POST", "/transfers/bulk", { ...bulk, SCHEDULED_AT: "x" }, "SCHEDULED_AT", "misspelled_field"],
      [
        ...(["POST", "/transfers/bulk"] as const),
        { ...bulk, transfers: [{ ...transfer_order, scheduledAt: "x" }] },
        ...(["transfers.0.scheduledAt", "unsupported_field"] as const),
      ],
      ["POST", "/payments", { ...payment_request, lockedChannel: "cm.mtn" }, "lockedChannel", "misspelled_field"],
      ["POST", "/refunds", { payment: paid, Amount: 100 }, "Amount", "misspelled_field"],
      ["POST", "/refunds", { payment: paid, refundAmount: 100 }, "refundAmount", "unsupported_field"],
      ["POST", "/refunds", { payment: paid, amount: "" }, "amount", "required"],
      ["POST", "/refunds", { payment: paid, amount: null }, "amount", "required"],
      ["POST", `/payments/${paid}/release`, { Parts: ["prt_x"] }, "Parts", "misspelled_field"],
      ["POST", `/payments/${paid}/release`, { part_id: "prt_x" }, "part_id", "unsupported_field"],
      ["POST", `/payments/${paid}/release`, { parts: "" }, "parts", "required"],
      [
        "POST",
        "/payments",
        { ...payment_request, split: part({ Hold: true }) },
        "split.parts.0.Hold",
        "misspelled_field",
      ],
      [
        ...(["POST", "/payments"] as const),
        { ...payment_request, split: part({ release_at: "2030-01-01" }) },
        ...(["split.parts.0.release_at", "unsupported_field"] as const),
      ],
      [
        ...(["POST", "/payment-links"] as const),
        { name: "L", currency: "XAF", split: { ...part({}), feeBearer: "linked" } },
        ...(["split.feeBearer", "misspelled_field"] as const),
      ],
      ["PUT", "/withdrawal-rules", { ...rule, balanceLeft: 500 }, "balanceLeft", "misspelled_field"],
      ["PUT", "/withdrawal-rules", { ...rule, active: false }, "active", "unsupported_field"],
    ] as const) {
      const answer = await merchant.send(method, path, body);
      assertRefused(answer, 400, field);
      assert.deepEqual(fieldReasonsOf(answer), { [field]: [reason] });
    }
    assert.equal((await merchant.get("/refunds")).body.totals, 0);
    assert.equal((await merchant.get("/transfers")).body.totals, 0);
  });

  it("400: a live key moves no money for a body that asks for a test", async () => {
    const live = await world.merchant({ environment: "live", balance: 1_000n });
    for (const field of [{ sandbox: true }, { testMode: "1" }, { livemode: false }, { environment: "Test" }]) {
      const answer = await live.post("/transfers", { ...transfer_order, ...field });
      assert.deepEqual(fieldReasonsOf(answer), { [Object.keys(field)[0] ?? ""]: ["live_key"] }, answer.text);
    }
    const usual = { ...payment_request, sandbox: false, live: true, mode: "instant" };
    assert.notEqual((await live.post("/payments", usual)).status, 400);
  });

  it("201: descriptive fields are ignored, and so are values that request the usual behaviour", async () => {
    const merchant = await world.merchant({ balance: 1_000_000n });
    const empty_value = {
      scheduled_at: null,
      split: [],
      subaccount: "",
      dry_run: false,
      hold: "0",
      capture_method: "automatic",
      capture: true,
    };
    assert.equal(
      (await merchant.post("/transfers", { ...transfer_order, ...empty_value, tags: ["a"], invoice_number: "7" }))
        .status,
      201,
    );
    assert.equal(
      (await merchant.post("/payments", { ...payment_request, ...empty_value, split: null, title: "T" })).status,
      201,
    );
  });
});

describe("bodies in the form that PHP writes", () => {
  it("a record read before can be written back with its empty maps as lists", async () => {
    const merchant = await world.merchant();
    const asPhp = (record: object): unknown =>
      JSON.parse(JSON.stringify(record), (_, value) =>
        typeof value === "object" && value !== null && Object.keys(value).length === 0 ? [] : value,
      );
    const beneficiary = (await merchant.get(`/beneficiaries/${await postBeneficiary(merchant)}`)).body.beneficiary;
    const put = await merchant.send("PUT", `/beneficiaries/${beneficiary.id}`, asPhp(beneficiary));
    assert.equal(put.status, 200, put.text);
    assert.deepEqual(put.body.beneficiary.metadata, {});
    const customer = (await merchant.post("/customers", { name: "C", email: "c@shop.cm" })).body.customer;
    assert.equal((await merchant.send("PUT", `/customers/${customer.id}`, asPhp(customer))).status, 200);
    assert.equal((await merchant.send("PUT", `/customers/${customer.id}`, [])).status, 200);
    const webhook = (await merchant.post("/webhooks", { url: `${world.url}/x`, events: ["transfer.failed"] })).body
      .data;
    assert.equal((await merchant.send("PUT", `/webhooks/${webhook.id}`, asPhp(webhook))).status, 200);
    const payment = await merchant.post("/payments", { ...payment_request, customer: [], metadata: [] });
    assert.equal(payment.status, 201, payment.text);
    assert.deepEqual(payment.body.transaction.metadata, {});
  });

  it("a form keeps its field names", async () => {
    const merchant = await world.merchant();
    const form = "amount=500&currency=XAF&phone=677000111";
    for (const [text, metadata] of [
      ["metadata[qty][5]=2&metadata[qty][9]=1", { qty: { 5: "2", 9: "1" } }],
      ["metadata[qty][1500]=1&metadata[5]=x", { qty: { 1500: "1" }, 5: "x" }],
      ["metadata[0]=a&metadata[1]=b", { 0: "a", 1: "b" }],
      ["metadata[toString]=a&metadata[constructor]=b", { toString: "a", constructor: "b" }],
    ] as const) {
      const { body, text: error_fields } = await merchant.post("/payments", `${form}&${text}`);
      assert.deepEqual(JSON.parse(JSON.stringify(body.transaction?.metadata ?? error_fields)), { ...metadata }, text);
    }
    assertRefused(await merchant.post("/payments", `${form}&description=%E9`), 400);
    const json = await merchant.post("/payments", JSON.stringify(payment_request));
    assertRefused(json, 400);
    assert.equal(json.body.reason, "invalid_form");
  });
});
