import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "#db/tx.ts";
import { DAY_MS, fromMilliseconds, HOUR_MS, MINUTE_MS } from "#kernel/time.ts";
import { MAIL_WAKE_CHANNEL } from "#resources/outbox-mail/enqueue.ts";
import { startMailServer } from "#testing/mail-server.ts";
import { assertRefused, fieldReasonsOf } from "#testing/orders.ts";
import { directCharge } from "#testing/payments.ts";
import { scriptedProvider } from "#testing/scripted-provider.ts";
import { atOnce, requestSender, startTestWorld, type TestMerchant } from "#testing/world.ts";
import { updateDueInvoices } from "./remind.ts";
import { lockDue } from "./store.ts";

const provider = scriptedProvider();
const mail = await startMailServer();
const world = await startTestWorld({ provider, environment: mail.environment });
const reminders = { public_url: world.url, has_mail: true };

let clock_ms = 0;
function moveClock(ms: number): void {
  clock_ms += ms;
  world.db.advanceClock(ms);
}
const inDays = (days: number): string => fromMilliseconds(Date.now() + clock_ms + days * DAY_MS);

async function createInvoice(merchant: TestMerchant, fields: object = {}) {
  const answer = await merchant.post("/invoices", {
    ...{
      amount: 10_000,
      currency: "XAF",
      phone: "677123456",
      description: "School fees",
      due_at: inDays(30),
      ...fields,
    },
  });
  assert.equal(answer.status, 201, answer.text);
  return answer.body.invoice;
}

const instalments = () => ({
  due_at: null,
  instalments: [
    { amount: 4_000, due_at: inDays(10) },
    { amount: 6_000, due_at: inDays(20) },
  ],
});

async function startPayment(merchant: TestMerchant, invoice: string, body: object = {}): Promise<string> {
  const answer = await merchant.post(`/invoices/${invoice}/payments`, body);
  assert.equal(answer.status, 201, answer.text);
  return answer.body.transaction.id;
}

/** Pays a part; the provider answers as the test has set. */
async function pay(merchant: TestMerchant, invoice: string, body: object = {}): Promise<string> {
  const id = await startPayment(merchant, invoice, body);
  const charged = await merchant.post(`/payments/${id}`, directCharge());
  assert.equal(charged.status, 202, charged.text);
  await world.waitUntilIdle();
  return id;
}

async function stateOf(merchant: TestMerchant, invoice: string) {
  const { body } = await merchant.get(`/invoices/${invoice}`);
  const { status, amount_paid, amount_reserved, amount_overdue } = body.invoice;
  return [status, amount_paid, amount_reserved, amount_overdue];
}

async function eventsOf(merchant: TestMerchant, invoice: string): Promise<readonly string[]> {
  await world.waitUntilIdle();
  const rows = await world.rows(
    `select type from events where merchant = '${merchant.id}' and resource = '${invoice}' order by sequence`,
  );
  return rows.map(({ type }) => String(type).replace("invoice.", ""));
}

async function mailsSent(invoice: string, count: number): Promise<void> {
  await world.db.engine(async (tx) => tx.wake(MAIL_WAKE_CHANNEL));
  const give_up_ms = Date.now() + 30_000;
  const query = `select from outbox_mail where about = '${invoice}' and state = 'sent'`;
  while ((await world.rows(query)).length < count) {
    assert.ok(Date.now() < give_up_ms, `${count} mails are sent`);
    await sleep(50);
  }
}

const succeed = () => provider.onSubmit(() => ({ outcome: "complete", provider_id: null }));
const fail = () =>
  provider.onSubmit(() => ({ outcome: "rejected", failure: { code: "payer_not_found", reason: "Nobody" } }));

describe("an invoice", () => {
  it("is paid by its instalments, each an ordinary payment, and reports each step", async () => {
    succeed();
    const merchant = await world.merchant({ balance: 0n });
    const { id, url, ...made } = await createInvoice(merchant, { ...instalments(), reference: "fees-17" });
    assert.match(url, /\/pay\/invoice\/[0-9a-z]{26}[\w-]{22}$/);
    assert.deepEqual([made.status, made.amount_paid, made.reference], ["open", 0, "fees-17"]);
    const first = await pay(merchant, "fees-17");
    assert.deepEqual(await stateOf(merchant, id), ["partly_paid", 4_000, 0, 0]);
    const second = await pay(merchant, id);
    const paid = (await merchant.get(`/invoices/${id}`)).body.invoice;
    assert.deepEqual([paid.status, paid.amount_paid], ["paid", 10_000]);
    assert.ok(paid.paid_at);
    assert.deepEqual(
      paid.instalments.map(({ amount_paid }: { amount_paid: number }) => amount_paid),
      [4_000, 6_000],
    );
    const { items } = (await merchant.get(`/payments?invoice=${id}`)).body;
    assert.deepEqual(
      items.map((payment: { id: string; amount: number; invoice: string }) => [
        payment.id,
        payment.amount,
        payment.invoice,
      ]),
      [
        [second, 6_000, id],
        [first, 4_000, id],
      ],
    );
    assert.deepEqual(await eventsOf(merchant, id), ["created", "partly_paid", "paid"]);
    assert.deepEqual(await merchant.balance(), { available: 10_000, reserved: 0 });
    assertRefused(await merchant.post(`/invoices/${id}/payments`), 422);
    await world.assertCleanAudit();
  });

  it("takes free parts from the smallest one on, and the rest", async () => {
    succeed();
    const merchant = await world.merchant({ balance: 0n });
    const { id } = await createInvoice(merchant, { minimum_part: 1_000 });
    assertRefused(await merchant.post(`/invoices/${id}/payments`, { amount: 999 }), 422, "amount");
    assertRefused(await merchant.post(`/invoices/${id}/payments`, { amount: 10_001 }), 422, "amount");
    await pay(merchant, id, { amount: 9_500 });
    assertRefused(await merchant.post(`/invoices/${id}/payments`, { amount: 499 }), 422, "amount");
    await pay(merchant, id, { amount: 500 });
    assert.deepEqual(await stateOf(merchant, id), ["paid", 10_000, 0, 0]);
  });

  it("without free parts takes whole instalments only", async () => {
    const merchant = await world.merchant({ balance: 0n });
    const { id } = await createInvoice(merchant, instalments());
    const refused = await merchant.post(`/invoices/${id}/payments`, { amount: 3_999 });
    assert.deepEqual(fieldReasonsOf(refused), { amount: ["invoice_part_not_allowed"] });
    await startPayment(merchant, id, { amount: 10_000 });
  });

  it("100 payers at once never pay more than is left", async () => {
    succeed();
    const merchant = await world.merchant({ balance: 0n });
    const { id } = await createInvoice(merchant, { minimum_part: 700 });
    const answers = await atOnce(100, () => merchant.post(`/invoices/${id}/payments`, { amount: 700 }));
    const accepted = answers.filter(({ status }) => status === 201);
    assert.equal(accepted.length, 14);
    assert.deepEqual(await stateOf(merchant, id), ["open", 0, 9_800, 0]);
    const charges = await Promise.all(
      accepted.map(({ body }) => merchant.post(`/payments/${body.transaction.id}`, directCharge())),
    );
    assert.ok(charges.every(({ status }) => status === 202));
    await world.waitUntilIdle();
    assert.deepEqual(await stateOf(merchant, id), ["partly_paid", 9_800, 0, 0]);
    assert.deepEqual(await merchant.balance(), { available: 9_800, reserved: 0 });
    await world.assertCleanAudit();
  });

  it("reserves a part while its payment is open, and frees it when the payment fails, is canceled or expires", async () => {
    fail();
    const merchant = await world.merchant({ balance: 0n });
    const { id } = await createInvoice(merchant);
    await pay(merchant, id);
    assert.deepEqual(await stateOf(merchant, id), ["open", 0, 0, 0]);
    const canceled = await startPayment(merchant, id);
    const refused = await merchant.post(`/invoices/${id}/payments`);
    assert.deepEqual([refused.status, refused.body.reason], [422, "invoice_rest_reserved"]);
    await merchant.send("DELETE", `/payments/${canceled}`);
    assert.deepEqual(await stateOf(merchant, id), ["open", 0, 0, 0]);
    await startPayment(merchant, id);
    moveClock(31 * MINUTE_MS);
    await world.waitUntilIdle();
    assert.deepEqual(await stateOf(merchant, id), ["open", 0, 0, 0]);
    await startPayment(merchant, id);
    assert.deepEqual(await eventsOf(merchant, id), ["created"]);
    await world.assertCleanAudit();
  });

  it("keeps a part reserved while its outcome is unknown, however long that takes", async () => {
    provider.onSubmit(() => ({ outcome: "unknown", cause: { code: "connection_failed", detail: "timeout" } }));
    provider.onQuery(() => ({ state: "unreachable", cause: { code: "connection_failed", detail: "timeout" } }));
    const merchant = await world.merchant({ balance: 0n });
    const { id } = await createInvoice(merchant);
    await pay(merchant, id);
    moveClock(HOUR_MS);
    await world.waitUntilIdle();
    assert.deepEqual(await stateOf(merchant, id), ["open", 0, 10_000, 0]);
    assertRefused(await merchant.post(`/invoices/${id}/payments`), 422);
    assertRefused(await merchant.send("DELETE", `/invoices/${id}`), 422);
    provider.onQuery(() => ({ state: "complete", provider_id: null, amount: null }));
    moveClock(DAY_MS);
    await world.waitUntilIdle();
    assert.deepEqual(await stateOf(merchant, id), ["paid", 10_000, 0, 0]);
    await world.assertCleanAudit();
  });

  it("opens again by what is refunded, and takes that again", async () => {
    succeed();
    const merchant = await world.merchant({ balance: 0n });
    const { id } = await createInvoice(merchant, { minimum_part: 100 });
    const payment = await pay(merchant, id);
    assert.equal((await merchant.post("/refunds", { payment, amount: 1_500 })).status, 201);
    await world.waitUntilIdle();
    assert.deepEqual(await stateOf(merchant, id), ["partly_paid", 8_500, 0, 0]);
    assertRefused(await merchant.post(`/invoices/${id}/payments`, { amount: 1_501 }), 422, "amount");
    await pay(merchant, id, { amount: 1_500 });
    assert.deepEqual(await stateOf(merchant, id), ["paid", 10_000, 0, 0]);
    assert.deepEqual(await eventsOf(merchant, id), ["created", "paid", "reopened", "paid"]);
    await world.assertCleanAudit();
  });

  it("is overdue from each due date that passes unpaid, and reports it once", async () => {
    succeed();
    const merchant = await world.merchant({ balance: 0n });
    const { id } = await createInvoice(merchant, instalments());
    moveClock(11 * DAY_MS);
    await world.waitUntilIdle();
    assert.deepEqual(await stateOf(merchant, id), ["overdue", 0, 0, 4_000]);
    await pay(merchant, id, { amount: 4_000 });
    assert.deepEqual(await stateOf(merchant, id), ["partly_paid", 4_000, 0, 0]);
    moveClock(10 * DAY_MS);
    await world.waitUntilIdle();
    assert.deepEqual(await stateOf(merchant, id), ["overdue", 4_000, 0, 6_000]);
    assert.deepEqual((await merchant.get("/invoices?status=overdue")).body.items[0]?.id, id);
    await pay(merchant, id);
    assert.deepEqual(await eventsOf(merchant, id), ["created", "overdue", "partly_paid", "overdue", "paid"]);
    await world.assertCleanAudit();
  });

  it("reminds its payer on each chosen day, by mail and by an event for an SMS, until the part is paid", async () => {
    succeed();
    const merchant = await world.merchant({ balance: 0n, name: "Lycée Joss" });
    const { id, url, ...made } = await createInvoice(merchant, {
      ...{ ...instalments(), name: "Ada Mbarga", email: "ada@example.cm", reference: "fees-19" },
      ...{ reminders: [6, -3, 6], language: "fr" },
    });
    assert.deepEqual([made.reminders, made.language], [[-3, 6], "fr"]);
    moveClock(8 * DAY_MS);
    await world.waitUntilIdle();
    // Before the clock moves on: a reminder that is not sent for two days is not sent at all.
    await mailsSent(id, 1);
    await pay(merchant, id, { amount: 4_000 });
    // Six days after the first part, which is paid.
    moveClock(8.5 * DAY_MS);
    assert.deepEqual(await eventsOf(merchant, id), ["created", "reminder_due", "partly_paid"]);
    // Three days before the second one.
    moveClock(DAY_MS);
    assert.deepEqual(await eventsOf(merchant, id), ["created", "reminder_due", "partly_paid", "reminder_due"]);
    const [first, second] = (await merchant.get("/events?type=invoice.reminder_due")).body.items
      .map(({ data }: { data: { reminder: object } }) => data.reminder)
      .toReversed();
    assert.deepEqual([first.days, first.amount, first.phone], [-3, 4_000, "+237677123456"]);
    assert.deepEqual([second.days, second.amount], [-3, 6_000]);
    assert.ok(
      first.text.startsWith("Lycée Joss : 4 000 FCFA à payer le ") && first.text.endsWith(` ${url}`),
      first.text,
    );
    await mailsSent(id, 2);
    const letters = mail.received.filter(({ text }) => text.includes("fees-19"));
    assert.deepEqual(
      letters.map(({ to }) => to),
      [["jeanne@example.cm"], ["jeanne@example.cm"]],
    );
    assert.ok(letters.every(({ text }) => text.includes(new URL(url).pathname.slice(-40))));
    moveClock(10 * DAY_MS);
    await pay(merchant, id);
    moveClock(20 * DAY_MS);
    assert.deepEqual((await eventsOf(merchant, id)).slice(-3), ["overdue", "reminder_due", "paid"]);
    await world.assertCleanAudit();
  });

  it("reminds no customer who is blocked or deleted, by mail or event, and one again after the block", async () => {
    const merchant = await world.merchant({ balance: 0n });
    const made = [];
    for (const phone of ["677000101", "677000102"]) {
      const email = `p${phone}@example.cm`;
      made.push(await createInvoice(merchant, { due_at: inDays(2), phone, email, reminders: [0, 7] }));
    }
    const [blocked, deleted] = made;
    assert.equal((await merchant.send("PUT", `/customers/${blocked.customer}/block`)).status, 200);
    assert.equal((await merchant.send("DELETE", `/customers/${deleted.customer}`)).status, 200);
    moveClock(3 * DAY_MS);
    for (const { id } of made) assert.deepEqual(await eventsOf(merchant, id), ["created", "overdue"]);
    assert.equal((await merchant.send("PUT", `/customers/${blocked.customer}/unblock`)).status, 200);
    moveClock(7 * DAY_MS);
    assert.deepEqual(await eventsOf(merchant, blocked.id), ["created", "overdue", "reminder_due"]);
    assert.deepEqual(await eventsOf(merchant, deleted.id), ["created", "overdue"]);
    const mails = await world.rows(
      `select about from outbox_mail where about = any (array['${blocked.id}', '${deleted.id}'])`,
    );
    assert.deepEqual(
      mails.map(({ about }) => about),
      [blocked.id],
    );
    await world.assertCleanAudit();
  });

  it("is skipped while another server updates it, and reported as overdue, with its reminder, once after that server died", async () => {
    const merchant = await world.merchant({ balance: 0n });
    const invoices = await Promise.all(
      Array.from({ length: 5 }, () =>
        createInvoice(merchant, { due_at: inDays(2), email: "p@example.cm", reminders: [0] }),
      ),
    );
    const died = world.db.engine(async (tx) => {
      // Locked before the due date passes: otherwise the world's own job would update them first.
      await tx.run(sql`select from invoices where merchant = ${merchant.id} for no key update`);
      moveClock(3 * DAY_MS);
      const due = await world.db.engine((other) => lockDue(other, 1_000));
      assert.deepEqual(
        due.filter((invoice) => invoice.merchant === merchant.id),
        [],
      );
      throw new Error("died");
    });
    await assert.rejects(died, { message: "died" });
    await Promise.all(Array.from({ length: 10 }, () => world.db.engine((tx) => updateDueInvoices(tx, reminders))));
    for (const { id } of invoices) {
      assert.deepEqual(await eventsOf(merchant, id), ["created", "overdue", "reminder_due"]);
      assert.equal((await world.rows(`select from outbox_mail where about = '${id}'`)).length, 1);
      assert.deepEqual(await stateOf(merchant, id), ["overdue", 0, 0, 10_000]);
    }
    await world.assertCleanAudit();
  });

  it("that is canceled takes no more, cancels its pending payments and keeps what was paid", async () => {
    succeed();
    const merchant = await world.merchant({ balance: 0n });
    const { id } = await createInvoice(merchant, instalments());
    await pay(merchant, id);
    const pending = await startPayment(merchant, id);
    assert.equal((await merchant.send("DELETE", `/invoices/${id}`)).status, 202);
    assert.deepEqual(await stateOf(merchant, id), ["canceled", 4_000, 0, 0]);
    assert.equal((await merchant.get(`/payments/${pending}`)).body.transaction.status, "canceled");
    const refused = await merchant.post(`/invoices/${id}/payments`);
    assert.deepEqual([refused.status, refused.body.reason], [422, "invoice_canceled"]);
    assert.equal((await merchant.send("DELETE", `/invoices/${id}`)).body.reason, "invoice_not_cancelable");
    moveClock(30 * DAY_MS);
    assert.deepEqual(await eventsOf(merchant, id), ["created", "partly_paid", "canceled"]);
    await world.assertCleanAudit();
  });

  it("either takes a payment or is canceled, whichever comes first, never both", async () => {
    const merchant = await world.merchant({ balance: 0n });
    for (let round = 0; round < 10; round += 1) {
      const { id } = await createInvoice(merchant, { minimum_part: 100 });
      const requests = Array.from({ length: 4 }, () => merchant.post(`/invoices/${id}/payments`, { amount: 100 }));
      const canceled = await merchant.send("DELETE", `/invoices/${id}`);
      await Promise.all(requests);
      assert.equal(canceled.status, 202, canceled.text);
      assert.deepEqual(await stateOf(merchant, id), ["canceled", 0, 0, 0]);
    }
    await world.assertCleanAudit();
  });
});

describe("the page of an invoice", () => {
  const keyless = requestSender(world.url, {});
  const pathOf = ({ url }: { readonly url: string }) => `/checkout/invoices/${url.split("/pay/invoice/")[1]}`;

  it("shows the sums, the parts and what may be paid, and nothing of the customer", async () => {
    succeed();
    const merchant = await world.merchant({ name: "Lycée Joss", balance: 0n });
    const invoice = await createInvoice(merchant, { ...instalments(), name: "Ada Mbarga", reference: "fees-18" });
    await pay(merchant, invoice.id);
    const { status, body } = await keyless("GET", pathOf(invoice));
    assert.equal(status, 200);
    const { instalments: parts, now, ...rest } = body.invoice;
    assert.deepEqual(rest, {
      ...{ status: "partly_paid", amount: 10_000, amount_paid: 4_000, amount_overdue: 0, currency: "XAF" },
      ...{ description: "School fees", reference: "fees-18", next: 6_000, amounts: [6_000], range: null },
      ...{
        open_payments: [],
        business: { name: "Lycée Joss", logo: null, shades: null },
        time_zone: "Africa/Douala",
        sandbox: true,
      },
      callback: null,
    });
    assert.deepEqual(
      parts.map(({ amount, amount_paid }: { amount: number; amount_paid: number }) => [amount, amount_paid]),
      [
        [4_000, 4_000],
        [6_000, 0],
      ],
    );
    assert.ok(now < parts[1].due_at);
    for (const secret of [merchant.id, invoice.id, "Ada", "677123456", "cus_", "pay_"]) {
      assert.ok(!JSON.stringify(body).includes(secret), secret);
    }
  });

  it("pays a part on the payment's own page, which leads back to the invoice", async () => {
    succeed();
    const merchant = await world.merchant({ balance: 0n });
    const invoice = await createInvoice(merchant, { minimum_part: 1_000 });
    assert.equal((await keyless("GET", new URL(invoice.url).pathname)).status, 200);
    const begun = await keyless("POST", pathOf(invoice), { amount: 2_500 });
    assert.equal(begun.status, 201, begun.text);
    const page = (await keyless("GET", pathOf(invoice))).body.invoice;
    assert.deepEqual(page.open_payments, [{ url: begun.body.url, amount: 2_500, status: "pending" }]);
    assert.deepEqual(page.range, { minimum: 1_000, maximum: 7_500 });
    const payment = `/checkout/${begun.body.url.split("/pay/")[1]}`;
    const { checkout } = (await keyless("GET", payment)).body;
    assert.deepEqual([checkout.amount, checkout.invoice_path], [2_500, new URL(invoice.url).pathname]);
    assert.equal((await keyless("POST", payment, { channel: "cm.mtn", phone: "677123456" })).status, 202);
    await world.waitUntilIdle();
    assert.deepEqual(await stateOf(merchant, invoice.id), ["partly_paid", 2_500, 0, 0]);
    assertRefused(await keyless("POST", pathOf(invoice), { amount: 999 }), 422, "amount");
    assertRefused(await keyless("POST", pathOf(invoice), { amount: 0 }), 400, "amount");
    assert.deepEqual(await stateOf(merchant, invoice.id), ["partly_paid", 2_500, 0, 0]);
  });

  it("404: a token of another invoice, of a payment, or a forged one opens nothing", async () => {
    const merchant = await world.merchant({ balance: 0n });
    const [one, other] = [await createInvoice(merchant), await createInvoice(merchant)];
    const [token, other_token] = [one, other].map((invoice) => invoice.url.split("/pay/invoice/")[1]);
    const payment = (await keyless("POST", pathOf(one))).body.url.split("/pay/")[1];
    for (const wrong of [token.slice(0, 26) + other_token.slice(26), payment, one.id, "x"]) {
      assertRefused(await keyless("GET", `/checkout/invoices/${wrong}`), 404);
      assertRefused(await keyless("POST", `/checkout/invoices/${wrong}`, {}), 404);
      assert.equal((await keyless("GET", `/pay/invoice/${wrong}`)).status, 404);
    }
    assertRefused(await keyless("GET", `/checkout/${token}`), 404);
  });

  it("429: each payment reserves its part, so that an invoice takes ten a minute", async () => {
    const merchant = await world.merchant({ balance: 0n });
    const path = pathOf(await createInvoice(merchant, { minimum_part: 100 }));
    const answers = await Promise.all(Array.from({ length: 20 }, () => keyless("POST", path, { amount: 100 })));
    assert.deepEqual(
      [201, 429].map((code) => answers.filter(({ status }) => status === code).length),
      [10, 10],
    );
  });
});

describe("POST /invoices", () => {
  it("400 and 422: nothing is created", async () => {
    const merchant = await world.merchant({ balance: 0n });
    const valid = { amount: 10_000, currency: "XAF", phone: "677123456", due_at: inDays(30) };
    for (const [status, fields, field] of [
      [400, { amount: 0 }, "amount"],
      [400, { phone: null }, "customer"],
      [400, { due_at: null }, "due_at"],
      [400, { due_at: "tomorrow" }, "due_at"],
      [400, { minimum_part: 10_001 }, "minimum_part"],
      [400, { instalments: [{ amount: 1, due_at: inDays(1) }], due_at: null }, "instalments"],
      [400, { plan: "monthly" }, "plan"],
      [400, { reminders: [-31] }, "reminders.0"],
      [400, { reminders: [91] }, "reminders.0"],
      [400, { reminders: [1, 2, 3, 4, 5, 6] }, "reminders"],
      [400, { language: "de" }, "language"],
      [422, { due_at: "2020-01-01T00:00:00Z" }, "due_at"],
      [422, { due_at: inDays(2_000) }, "due_at"],
      [422, { amount: 2_000_000 }, "amount"],
      [422, { currency: "EUR" }, "currency"],
      [422, { customer: "cus_none", phone: null }, "customer"],
      [422, { phone: "12" }, "phone"],
    ] as const) {
      assertRefused(await merchant.post("/invoices", { ...valid, ...fields }), status, field);
    }
    assert.equal((await merchant.get("/invoices")).body.totals, 0);
  });

  it("409: a reference is used once, and by one of several at a time", async () => {
    const merchant = await world.merchant({ balance: 0n });
    const body = { amount: 10_000, currency: "XAF", phone: "677123456", due_at: inDays(30), reference: "once" };
    const answers = await Promise.all(Array.from({ length: 8 }, () => merchant.post("/invoices", body)));
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 409, 409, 409, 409, 409, 409, 409]);
  });

  it("201: an amount above the limit of one payment, if parts are within it", async () => {
    const merchant = await world.merchant({ balance: 0n });
    const { id } = await createInvoice(merchant, { amount: 3_000_000, minimum_part: 1_000 });
    const { body } = await merchant.post(`/invoices/${id}/payments`);
    assert.equal(body.transaction.amount, 1_000_000);
  });

  it("404: another merchant's invoice does not exist", async () => {
    const [merchant, other] = [await world.merchant({ balance: 0n }), await world.merchant({ balance: 0n })];
    const { id } = await createInvoice(merchant, { reference: "mine" });
    for (const reference of [id, "mine"]) {
      assertRefused(await other.get(`/invoices/${reference}`), 404);
      assertRefused(await other.post(`/invoices/${reference}/payments`), 404);
      assertRefused(await other.send("DELETE", `/invoices/${reference}`), 404);
    }
  });
});
