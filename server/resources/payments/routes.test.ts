import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { SANDBOX_DIGITS } from "#kernel/sandbox-numbers.ts";
import { dayIn } from "#kernel/time-zone.ts";
import { assertRefused } from "#testing/orders.ts";
import { directCharge, payment_request, postPayment } from "#testing/payments.ts";
import { scriptedProvider } from "#testing/scripted-provider.ts";
import { startWebhookReceiver } from "#testing/webhook-receiver.ts";
import { startTestWorld } from "#testing/world.ts";
import { endUnsentPayments } from "./expire.ts";

const world = await startTestWorld();
const MINUTE_MS = 60_000;

describe("POST /payments", () => {
  it("201 Accepted: a pending payment with the address of its page, for the public key alone", async () => {
    const merchant = await world.merchant();
    const answer = await merchant.send(
      "POST",
      "/payments",
      {
        ...{
          ...payment_request,
          reference: "order-1",
          description: "Order 1",
          callback: "https://shop.example.cm/thanks?o=1",
        },
        ...{ name: "Jane Mballa", email: "Jane@example.cm", metadata: { order: 1 } },
      },
      { "x-grant": "" },
    );
    assert.equal(answer.status, 201, answer.text);
    const { code, status, transaction, authorization_url } = answer.body;
    assert.deepEqual([code, status], [201, "Accepted"]);
    assert.match(authorization_url, new RegExp(`^${world.url}/pay/[0-9a-z]{26}[\\w-]{22}$`));
    const { id, created_at, updated_at, expires_at, customer, ...rest } = transaction;
    assert.match(id, /^pay_/);
    assert.equal(Date.parse(expires_at) - Date.parse(created_at), 180 * MINUTE_MS);
    assert.equal(updated_at, created_at);
    assert.deepEqual(rest, {
      ...{ reference: "order-1", merchant_reference: "order-1", trxref: "order-1", currency: "XAF", status: "pending" },
      ...{ amount: 5_000, amount_total: 5_000, converted_amount: 5_000, fee: 0, amount_refunded: 0 },
      ...{ channel: null, phone: null, description: "Order 1", callback: "https://shop.example.cm/thanks?o=1" },
      ...{ metadata: { order: 1 }, sandbox: true },
    });
    const payer = (await merchant.get(`/customers/${customer}`)).body.customer;
    assert.deepEqual([payer.name, payer.email, payer.phone], ["Jane Mballa", "Jane@example.cm", "+237677123456"]);
  });

  it("201: a missing reference is generated, and marked as a test", async () => {
    const merchant = await world.merchant();
    const { id, reference, merchant_reference, trxref } = await postPayment(merchant);
    assert.deepEqual([reference, merchant_reference, trxref], [`trx.test_${id}`, null, null]);
    assert.equal((await merchant.get(`/payments/${reference}`)).body.transaction.id, id);
  });

  it("201: expires at the moment in the request", async () => {
    const merchant = await world.merchant();
    const at = (minutes: number) => new Date(Date.now() + minutes * MINUTE_MS).toISOString();
    const soon = at(5);
    const { id, expires_at } = await postPayment(merchant, { expires_at: soon });
    assert.equal(Date.parse(expires_at), Date.parse(soon));
    assert.equal((await merchant.get(`/payments/${id}`)).body.transaction.expires_at, expires_at);
    for (const [wrong, status, reason] of [
      ["2026-02-30T09:00:00Z", 400, "invalid_moment"],
      ["2026-03-31T09:00:00", 400, "invalid_moment"],
      [3_600, 400, "invalid_type"],
      [at(-1), 422, "scheduled_in_past"],
      [at(31 * 24 * 60), 422, "scheduled_too_far"],
    ] as const) {
      const answer = await merchant.post("/payments", { ...payment_request, expires_at: wrong });
      assertRefused(answer, status, "expires_at");
      assert.equal(answer.body.field_reasons.expires_at[0].reason, reason);
    }
    assert.equal((await merchant.get("/payments")).body.totals, 1);
  });

  it("201: at the older path, and form-encoded", async () => {
    const merchant = await world.merchant();
    assert.equal((await merchant.post("/payments/initialize", payment_request)).status, 201);
    const form = await merchant.post("/payments", "amount=500&currency=XAF&customer[phone]=677000111&metadata[k]=v");
    assert.equal(form.status, 201, form.text);
    assert.deepEqual(form.body.transaction.metadata, { k: "v" });
  });

  it("201: the payer is found by id, phone in any spelling, or e-mail in any case, and created once", async () => {
    const merchant = await world.merchant();
    const stored = (await merchant.post("/customers", { name: "Jane", email: "jane@example.cm" })).body.customer.id;
    assert.equal((await postPayment(merchant, { phone: undefined, customer: stored })).customer, stored);
    assert.equal((await postPayment(merchant, { phone: undefined, email: "JANE@example.cm" })).customer, stored);
    const made = (await postPayment(merchant)).customer;
    assert.notEqual(made, stored);
    for (const phone of ["6 77 12 34 56", "+237 677 123 456", "00237677123456"]) {
      assert.equal((await postPayment(merchant, { phone })).customer, made);
    }
    assert.equal((await postPayment(merchant, { phone: undefined, customer: { phone: "677123456" } })).customer, made);
    assert.equal((await merchant.get("/customers")).body.totals, 2);
    assert.equal((await merchant.get("/customers?search=77 12 34")).body.totals, 1);
  });

  it("400: the errors that the request alone shows, by field, and nothing is written", async () => {
    const merchant = await world.merchant();
    for (const [fields, field] of [
      [{ amount: 0 }, "amount"],
      [{ amount: 10.5 }, "amount"],
      [{ amount: undefined }, "amount"],
      [{ currency: "xaf" }, "currency"],
      [{ phone: undefined }, "customer"],
      [{ email: "no address" }, "email"],
      [{ callback: "javascript:alert(1)" }, "callback"],
      [{ callback: "shop.example.cm" }, "callback"],
      [{ callback: "myapp://paid?x=1&flag" }, "callback"],
      [{ callback: "intent://paid#Intent;scheme=myapp;end" }, "callback"],
      [{ callback: "https://shop:secret@example.cm/" }, "callback"],
      [{ locked_country: "Cameroon" }, "locked_country"],
    ] as const) {
      assertRefused(await merchant.post("/payments", { ...payment_request, ...fields }), 400, field);
    }
    assert.equal((await merchant.get("/payments")).body.totals, 0);
    assert.equal((await merchant.get("/customers")).body.totals, 0);
  });

  it("422: the errors from the catalogue or stored data, by field", async () => {
    const merchant = await world.merchant();
    for (const [fields, field] of [
      [{ phone: "12345" }, "phone"],
      [{ phone: "12345", customer: "cus_00000000000000000000000000" }, "phone"],
      [{ phone: undefined, customer: { phone: "12" } }, "customer.phone"],
      [{ phone: undefined, customer: "cus_00000000000000000000000000" }, "customer"],
      [{ currency: "EUR" }, "currency"],
      [{ locked_channel: "cm.bank" }, "locked_channel"],
      [{ locked_channel: "cm.nobody" }, "locked_channel"],
      [{ locked_channel: `cm.${"nobody".repeat(20)}` }, "locked_channel"],
      [{ phone: undefined, customer: `cus_${"0".repeat(60)}` }, "customer"],
      [{ locked_country: "NG" }, "locked_country"],
      [{ locked_currency: "EUR" }, "locked_currency"],
      [{ amount: 1_000_001 }, "amount"],
      [{ amount: 2_000_000, locked_channel: "cm.orange" }, "amount"],
    ] as const) {
      assertRefused(await merchant.post("/payments", { ...payment_request, ...fields }), 422, field);
    }
    const large = await merchant.post("/payments", { ...payment_request, amount: 1_000_001 });
    assert.deepEqual(large.body.field_reasons.amount[0].params, { minimum: 1, maximum: 1_000_000, currency: "XAF" });
    assert.equal((await merchant.get("/payments")).body.totals, 0);
  });

  it("409: a reference is unique in each environment", async () => {
    const merchant = await world.merchant();
    await postPayment(merchant, { reference: "once" });
    const again = await merchant.post("/payments", { ...payment_request, reference: "once" });
    assert.deepEqual([again.status, again.body.reason], [409, "reference_taken"]);
  });

  it("409 only for an existing payment: an order refused for its customer takes no reference", async () => {
    const merchant = await world.merchant();
    const { phone: _, ...nobody } = { ...payment_request, customer: "cus_00000000000000000000000000" };
    const sent = Array.from({ length: 20 }, (_, number) =>
      [nobody, payment_request].map((body) => merchant.post("/payments", { ...body, reference: `pair-${number}` })),
    );
    const statuses = (await Promise.all(sent.flat())).map(({ status }) => status);
    assert.deepEqual(statuses, Array.from({ length: 20 }, () => [422, 201]).flat());
  });

  it("the same Idempotency-Key returns the same payment and page", async () => {
    const merchant = await world.merchant();
    const key = { "idempotency-key": "pay-1" };
    const first = await merchant.post("/payments", payment_request, key);
    const second = await merchant.post("/payments", payment_request, key);
    assert.equal(second.text, first.text);
    assert.equal(second.headers.get("idempotent-replayed"), "true");
    assert.equal((await merchant.get("/payments")).body.totals, 1);
  });
});

describe("POST /payments/{reference}", () => {
  it("202 Accepted: nested or flat, POST or PUT; complete credits the balance with the amount less the fee", async () => {
    const merchant = await world.merchant({ balance: 0n });
    for (const [method, body] of [
      ["POST", { ...directCharge(), client_ip: "102.244.0.1" }],
      ["PUT", { channel: "cm.mtn", phone: "677123456" }],
      ["POST", { channel: "cm.mobile", data: { account_number: "677123456", country: "CM" } }],
      ["POST", { channel: "cm.mtn" }],
    ] as const) {
      const { id } = await postPayment(merchant);
      const answer = await merchant.send(method, `/payments/${id}`, body, { "x-grant": "" });
      const { code, status, action, transaction } = answer.body;
      assert.deepEqual([answer.status, code, status, action], [202, 202, "Accepted", "confirm"]);
      assert.deepEqual(
        [transaction.status, transaction.channel, transaction.phone],
        ["processing", body.channel, "+237677123456"],
      );
      assert.ok(transaction.processing_at);
      await world.waitUntilIdle();
      const paid = (await merchant.get(`/payments/${id}`)).body;
      assert.deepEqual([paid.code, paid.status], [200, "OK"]);
      assert.equal(paid.transaction.status, "complete");
      assert.ok(paid.transaction.completed_at);
      assert.equal(paid.transaction.expires_at, undefined);
    }
    assert.deepEqual(await merchant.balance(), { available: 20_000, reserved: 0 });
  });

  it("422: another amount or currency than the payment's charges nothing; the same ones are accepted", async () => {
    const merchant = await world.merchant();
    const { id, amount } = await postPayment(merchant);
    for (const other of [{ amount: 100 }, { currency: "EUR" }, { data: { phone: "677123456", amount: 100 } }]) {
      const answer = await merchant.post(`/payments/${id}`, { channel: "cm.mtn", phone: "677123456", ...other });
      assertRefused(answer, 422, "currency" in other ? "currency" : "amount");
    }
    const same = await merchant.post(`/payments/${id}`, { ...directCharge(), amount: String(amount), currency: "XAF" });
    assert.equal(same.status, 202, same.text);
  });

  it("202: the default number is the payment's own, else the customer's", async () => {
    const merchant = await world.merchant();
    const stored = { name: "Eve", email: "eve@example.cm", phone: "677000111" };
    const { id: customer } = (await merchant.post("/customers", stored)).body.customer;
    for (const [fields, prompted_phone] of [
      [{ customer, phone: "677123456" }, "+237677123456"],
      [{ customer, phone: undefined }, "+237677000111"],
    ] as const) {
      const { id, phone } = await postPayment(merchant, fields);
      assert.equal(phone, null);
      const answer = await merchant.post(`/payments/${id}`, { channel: "cm.mtn" });
      assert.deepEqual([answer.status, answer.body.transaction.phone], [202, prompted_phone]);
    }
  });

  it("ends as the sandbox number selects: failed, canceled by the payer, or complete after a query", async () => {
    const merchant = await world.merchant({ balance: 0n });
    for (const [digits, status, failure_code] of [
      ["000001", "failed", "insufficient_funds"],
      ["000002", "failed", "provider_error"],
      ["000004", "canceled", "rejected_by_payer"],
      ["000003", "processing", undefined],
      ["000005", "processing", undefined],
    ] as const) {
      const { id } = await postPayment(merchant, { reference: digits });
      await merchant.post(`/payments/${id}`, directCharge(digits));
      await world.waitUntilIdle();
      const { transaction } = (await merchant.get(`/payments/${id}`)).body;
      assert.deepEqual([transaction.status, transaction.failure_code], [status, failure_code]);
      assert.equal(transaction.failure_reason !== undefined, status !== "processing");
      const [listed] = (await merchant.get("/payments")).body.items;
      assert.deepEqual([listed.id, listed.failure_code], [id, failure_code]);
      const event = (await merchant.get(`/events?resource=${id}&type=payment.${status}`)).body.items[0];
      assert.deepEqual(
        [event.data.failure_code, event.data.failure_reason],
        [failure_code, transaction.failure_reason],
      );
    }
    assert.deepEqual(await merchant.balance(), { available: 0, reserved: 0 });
    assert.equal((await merchant.get("/balance")).body.balance.pending, 10_000);
    world.db.advanceClock(10 * MINUTE_MS);
    await world.waitUntilIdle();
    for (const reference of ["000003", "000005"]) {
      assert.equal((await merchant.get(`/payments/${reference}`)).body.transaction.status, "complete");
    }
    const { available, pending } = (await merchant.get("/balance")).body.balance;
    assert.deepEqual([available, pending], [10_000, 0]);
  });

  it("202 redirect: the payment has the provider's page while it is processing, and completes", async () => {
    const merchant = await world.merchant({ balance: 0n });
    const { id } = await postPayment(merchant);
    const { status, body } = await merchant.post(`/payments/${id}`, directCharge(SANDBOX_DIGITS.redirect));
    assert.deepEqual([status, body.action, body.transaction.action_url], [202, "redirect", undefined]);
    await world.waitUntilIdle();
    const { transaction } = (await merchant.get(`/payments/${id}`)).body;
    assert.equal(transaction.status, "processing");
    const page = await fetch(transaction.action_url);
    assert.deepEqual([page.status, (await page.text()).includes("/pay/")], [200, true]);
    assert.equal((await fetch(`${world.url}/pay/x/authorize`)).status, 404);
    world.db.advanceClock(MINUTE_MS);
    await world.waitUntilIdle();
    const paid = (await merchant.get(`/payments/${id}`)).body.transaction;
    assert.deepEqual([paid.status, paid.action_url], ["complete", undefined]);
    assert.equal((await merchant.balance()).available, 5_000);
  });

  it("422 without the one-time code that a number needs, and nothing is sent; 202 with it, stored until the end", async () => {
    const merchant = await world.merchant({ balance: 0n });
    const { id } = await postPayment(merchant);
    const data = { phone: `677${SANDBOX_DIGITS.otp}` };
    const refused = await merchant.post(`/payments/${id}`, { channel: "cm.mtn", data });
    assertRefused(refused, 422, "data.otp");
    assert.equal(refused.body.field_reasons["data.otp"][0].reason, "otp_required");
    assertRefused(await merchant.post(`/payments/${id}`, { channel: "cm.mtn", ...data, otp: "1 2" }), 400, "otp");
    const attempts = () => world.rows(`select otp from attempts where subject = '${id}'`);
    assert.deepEqual(
      [await attempts(), (await merchant.get(`/payments/${id}`)).body.transaction.status],
      [[], "pending"],
    );
    const answer = await merchant.post(`/payments/${id}`, { channel: "cm.mtn", data: { ...data, otp: "482913" } });
    assert.deepEqual([answer.status, answer.body.action], [202, "otp"]);
    await world.waitUntilIdle();
    assert.equal((await merchant.get(`/payments/${id}`)).body.transaction.status, "complete");
    assert.deepEqual(await attempts(), [{ otp: null }]);
  });

  it("422: outside of pending, or an unsuitable channel; 400 without a number; 404 for an unknown reference", async () => {
    const merchant = await world.merchant();
    const { id } = await postPayment(merchant, { locked_channel: "cm.mtn" });
    assertRefused(await merchant.post(`/payments/${id}`, { channel: "cm.orange" }), 422, "channel");
    assertRefused(await merchant.post(`/payments/${id}`, { channel: "cm.nobody" }), 422, "channel");
    assertRefused(await merchant.post(`/payments/${id}`, { channel: "cm.mtn", phone: "222222222" }), 422, "phone");
    assertRefused(
      await merchant.post(`/payments/${id}`, { channel: "cm.mtn", data: { phone: "1" } }),
      422,
      "data.phone",
    );
    assertRefused(await merchant.post(`/payments/${id}`, { channel: "cm.mtn", country: "NG" }), 422, "country");
    assertRefused(await merchant.post(`/payments/${id}`, {}), 400, "channel");
    assertRefused(await merchant.post("/payments/never", directCharge()), 404);
    assert.equal((await merchant.get(`/payments/${id}`)).body.transaction.status, "pending");
    const nobody = await postPayment(merchant, { phone: undefined, email: "a@example.cm" });
    assertRefused(await merchant.post(`/payments/${nobody.id}`, { channel: "cm.mtn" }), 400, "data.phone");

    await merchant.post(`/payments/${id}`, directCharge("000001"));
    await world.waitUntilIdle();
    const again = await merchant.post(`/payments/${id}`, directCharge());
    assert.deepEqual([again.status, again.body.reason], [422, "payment_not_processable"]);
  });
});

describe("DELETE /payments/{reference}", () => {
  it("202: a pending payment is canceled and cannot be paid; anything else is 422", async () => {
    const merchant = await world.merchant();
    const { id } = await postPayment(merchant);
    const canceled = await merchant.send("DELETE", `/payments/${id}`);
    assert.deepEqual({ ...canceled.body, message: "" }, { code: 202, status: "Accepted", message: "" });
    assertRefused(await merchant.post(`/payments/${id}`, directCharge()), 422);
    assertRefused(await merchant.send("DELETE", `/payments/${id}`), 422);
    assertRefused(await merchant.send("DELETE", "/payments/never"), 404);
  });
});

describe("GET /payments", () => {
  it("200: newest first, under every filter, with counters that agree", async () => {
    const merchant = await world.merchant();
    for (const number of [1, 2, 3]) await postPayment(merchant, { reference: `Order-${number}` });
    await merchant.post("/payments/Order-1", directCharge());
    await merchant.post("/payments/Order-2", { channel: "cm.orange", phone: "699123456" });
    await merchant.send("DELETE", "/payments/Order-3");
    await world.waitUntilIdle();
    const references = async (query: string): Promise<unknown> => {
      const { body } = await merchant.get(`/payments${query}`);
      assert.equal(body.selected, body.items.length);
      return body.items.map((item: { reference: string }) => item.reference);
    };
    assert.deepEqual(await references(""), ["Order-3", "Order-2", "Order-1"]);
    assert.deepEqual(await references("?status=complete"), ["Order-2", "Order-1"]);
    assert.deepEqual(await references("?channels=cm.orange,cm.nobody"), ["Order-2"]);
    assert.deepEqual(await references("?search=order-3"), ["Order-3"]);
    assert.deepEqual(await references("?perpage=1&page=2"), ["Order-2"]);
    const { created_at } = (await merchant.get("/payments/Order-1")).body.transaction;
    const today = dayIn("Africa/Douala", created_at);
    assert.deepEqual(await references(`?date_start=${today}&date_end=${today}`), ["Order-3", "Order-2", "Order-1"]);
    assert.deepEqual(await references("?date_end=2020-01-01"), []);
    const { body } = await merchant.get("/payments?limit=2");
    assert.deepEqual([body.totals, body.last_page, body.current_page, body.selected], [3, 2, 1, 2]);
    assertRefused(await merchant.get("/payments?status=paid"), 400, "status");
    assertRefused(await merchant.get("/payments?limit=101"), 400, "limit");
    assertRefused(await merchant.get("/payments?date_start=1.1.2026"), 400, "date_start");
  });
});

describe("GET /customers/{id}/payments", () => {
  it("200: one customer's payments, under `payments`, also after the customer is gone from the list", async () => {
    const merchant = await world.merchant();
    const { customer } = await postPayment(merchant);
    const { id } = await postPayment(merchant);
    await postPayment(merchant, { phone: "699000111" });
    await merchant.send("DELETE", `/payments/${id}`);
    const { body } = await merchant.get(`/customers/${customer}/payments`);
    assert.deepEqual([body.totals, body.payments.length], [2, 2]);
    assert.equal((await merchant.get(`/customers/${customer}/payments?status=canceled`)).body.totals, 1);
    assertRefused(await merchant.get("/customers/cus_00000000000000000000000000/payments"), 404);
    await merchant.send("DELETE", `/customers/${customer}`);
    assert.equal((await merchant.get(`/payments/${id}`)).body.transaction.customer, customer);
  });
});

describe("an unpaid payment", () => {
  it("expires with an event; a payment in processing waits for its result", async () => {
    const slow = await startTestWorld({ environment: { KOLO_PAYMENT_EXPIRES_MINUTES: "2" } });
    const merchant = await slow.merchant({ balance: 0n });
    const left = await postPayment(merchant);
    const tried = await postPayment(merchant);
    await merchant.post(`/payments/${tried.id}`, directCharge("000003"));
    // After this, the payer of `tried` has received the request.
    await slow.waitUntilIdle();
    slow.db.advanceClock(2 * MINUTE_MS);
    const status = async (id: string) => (await merchant.get(`/payments/${id}`)).body.transaction.status;
    const give_up_at = Date.now() + 10_000;
    while ((await status(left.id)) === "pending" && Date.now() < give_up_at) await slow.waitUntilIdle();
    assert.equal(await status(left.id), "expired");
    assertRefused(await merchant.post(`/payments/${left.id}`, directCharge()), 422);
    slow.db.advanceClock(10 * MINUTE_MS);
    await slow.waitUntilIdle();
    assert.equal(await status(tried.id), "complete");
    assert.equal((await merchant.balance()).available, 5_000);
    await slow.assertCleanAudit();
  });
});

describe("a payment whose request was never sent", () => {
  it("ends at its expiry and is never sent; a sent one waits for its result", async () => {
    const provider = scriptedProvider();
    provider.onSubmit((_order, time) =>
      time === 1 ? { outcome: "accepted" } : { outcome: "not_submitted", cause: { code: "status", detail: "503" } },
    );
    const scripted = await startTestWorld({ provider, environment: { KOLO_PAYMENT_EXPIRES_MINUTES: "2" } });
    const merchant = await scripted.merchant({ balance: 0n });
    const status = async (id: string) => (await merchant.get(`/payments/${id}`)).body.transaction.status;
    const sent = await postPayment(merchant);
    await merchant.post(`/payments/${sent.id}`, directCharge());
    await scripted.waitUntilIdle();
    const unsent = await postPayment(merchant);
    await merchant.post(`/payments/${unsent.id}`, directCharge());
    await scripted.waitUntilIdle();
    await scripted.db.engine(endUnsentPayments);
    assert.deepEqual([await status(sent.id), await status(unsent.id)], ["processing", "processing"]);
    scripted.db.advanceClock(2 * MINUTE_MS);
    await scripted.db.engine(endUnsentPayments);
    assert.deepEqual([await status(sent.id), await status(unsent.id)], ["processing", "failed"]);
    const { transaction } = (await merchant.get(`/payments/${unsent.id}`)).body;
    assert.equal(transaction.failure_code, "provider_unavailable");
    await scripted.waitUntilIdle();
    const submitted_count = provider.submitted.length;
    provider.onSubmit(() => ({ outcome: "complete", provider_id: "p-1" }));
    scripted.db.advanceClock(60 * MINUTE_MS);
    await scripted.waitUntilIdle();
    assert.deepEqual([provider.submitted.length, await status(unsent.id)], [submitted_count, "failed"]);
    await scripted.assertCleanAudit();
  });
});

describe("events of payments", () => {
  it("report every step, with the record as the API shows it", async () => {
    const merchant = await world.merchant();
    const inbox = await startWebhookReceiver();
    const events = ["payment.created", "payment.processing", "payment.complete", "payment.failed", "payment.canceled"];
    await merchant.post("/webhooks", { url: inbox.url, events });
    const { id } = await postPayment(merchant);
    await merchant.post(`/payments/${id}`, directCharge());
    await world.waitUntilIdle();
    const other = await postPayment(merchant);
    await merchant.post(`/payments/${other.id}`, directCharge("000001"));
    await world.waitUntilIdle();
    const received_events = inbox.received.map(({ event }) => event);
    const of = (payment: string) =>
      received_events
        .filter((event) => event.data.id === payment)
        .sort((a, b) => a.sequence - b.sequence)
        .map((event) => `${event.type} ${event.data.status}`);
    assert.deepEqual(of(id), ["payment.created pending", "payment.processing processing", "payment.complete complete"]);
    assert.deepEqual(of(other.id).at(-1), "payment.failed failed");
    const last = received_events.find((event) => event.type === "payment.complete");
    assert.deepEqual(last.data, (await merchant.get(`/payments/${id}`)).body.transaction);
  });
});

it("the audit is clean afterwards", async () => {
  await world.waitUntilIdle();
  await world.assertCleanAudit();
});
