import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { inspect } from "node:util";
import { Kolo, type KoloError, type KoloEvent, KoloError as Thrown, verifyWebhook } from "#sdk/index.ts";
import { transfer_order, transferOrderTo } from "#server/testing/orders.ts";
import { startWebhookReceiver } from "#server/testing/webhook-receiver.ts";
import { sharedTestWorld } from "#server/testing/world.ts";

const world = await sharedTestWorld();

async function aShop(balance = 1_000_000n) {
  const merchant = await world.merchant({ balance });
  const { public_key, private_key } = merchant;
  return { merchant, kolo: new Kolo({ url: world.url, public_key, private_key }) };
}

async function errorOf(call: Promise<unknown>): Promise<KoloError> {
  const error = await call.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof Thrown, inspect(error));
  return error;
}

const payer = { amount: 5_000, currency: "XAF", phone: "677000000" };

describe("money in", () => {
  it("a payment is created, charged, waited for, refunded in parts, and has a timeline", async () => {
    const { kolo } = await aShop(0n);
    const { transaction, authorization_url } = await kolo.payments.create({ ...payer, reference: "order/1 042" });
    assert.match(authorization_url, /\/pay\//);
    const charged = await kolo.payments.process("order/1 042", { channel: "cm.mtn" });
    assert.equal(charged.action, "confirm");
    const paid = await kolo.payments.wait("order/1 042");
    assert.deepEqual([paid.id, paid.status], [transaction.id, "complete"]);
    const refund = await kolo.refunds.create({ payment: paid.id, amount: 1_500, reason: "One item was sold out" });
    assert.equal((await kolo.refunds.wait(refund.id)).status, "complete");
    assert.equal((await kolo.payments.retrieve(paid.id)).amount_refunded, 1_500);
    assert.equal((await kolo.balance.retrieve()).balance.available, 3_500);
    assert.ok((await kolo.payments.timeline(paid.id)).steps.length > 2);
    assert.ok((await kolo.refunds.timeline(refund.id)).steps.length > 2);
    const customer = await kolo.customers.retrieve(paid.customer);
    assert.equal((await kolo.customers.listPayments(customer.id, { status: "complete" })).items[0]?.id, paid.id);
    const moved = (await kolo.balance.history()).items.map(({ kind, balance }) => [kind, balance]);
    assert.deepEqual(moved, [
      ["hold", 3_500],
      ["collect", 5_000],
    ]);
  });

  it("an invoice is created, paid in a part, and canceled", async () => {
    const { kolo } = await aShop();
    const order = { amount: 9_000, currency: "XAF", phone: "677123456", minimum_part: 1_000 };
    const invoice = await kolo.invoices.create({ ...order, due_at: "2030-01-01T00:00:00Z", reference: "fees-1" });
    const { transaction } = await kolo.invoices.pay("fees-1", { amount: 2_000 });
    await kolo.payments.process(transaction.id, { channel: "cm.mtn", phone: "677123456" });
    await kolo.payments.wait(transaction.id);
    const { status, amount_paid } = await kolo.invoices.retrieve(invoice.id);
    assert.deepEqual([status, amount_paid], ["partly_paid", 2_000]);
    await kolo.invoices.cancel(invoice.id);
    assert.equal((await kolo.invoices.list({ status: "canceled" })).items[0]?.id, invoice.id);
  });

  it("a link is created and deactivated, and a payment is canceled before its charge", async () => {
    const { kolo } = await aShop();
    const link = await kolo.payment_links.create({ name: "School fees", currency: "XAF" });
    assert.equal((await kolo.payment_links.deactivate(link.id)).active, false);
    assert.deepEqual((await kolo.payment_links.list({ active: true })).items, []);
    const { transaction } = await kolo.payments.create(payer);
    await kolo.payments.cancel(transaction.id);
    assert.equal((await kolo.payments.wait(transaction.id)).status, "canceled");
  });
});

describe("money out", () => {
  it("a transfer goes to a stored or new payee, is waited for, and has a timeline", async () => {
    const { kolo } = await aShop();
    const paul = await kolo.beneficiaries.create({
      ...{ name: "Paul Essono", phone: "+237699000111", country: "CM", currency: "XAF", type: "mobile_money" },
    });
    assert.equal((await kolo.beneficiaries.update(paul.id, { name: "Paul E." })).name, "Paul E.");
    const one = await kolo.transfers.create({
      amount: 700,
      currency: "XAF",
      channel: "cm.orange",
      beneficiary: paul.id,
    });
    const ended = await kolo.transfers.wait(one.reference);
    assert.deepEqual([ended.status, ended.beneficiary.id], ["complete", paul.id]);
    const failed = await kolo.transfers.create(transferOrderTo("000002"));
    assert.equal((await kolo.transfers.wait(failed.id)).status, "failed");
    assert.ok((await kolo.transfers.timeline(one.id)).steps.length > 2);
    assert.equal((await kolo.transfers.retrieve(one.id, { currency: "EUR" })).converted_amount, 107);
    const { found } = await kolo.transfers.lookup({ channel: "cm.mtn", phone: "677000000" });
    assert.equal(found, true);
    await kolo.beneficiaries.delete(paul.id);
    assert.equal((await kolo.beneficiaries.list()).totals, 0);
  });

  it("waiting for a slow transfer ends with an error that it is still in progress", async () => {
    const { kolo } = await aShop();
    const open = await kolo.transfers.create(transferOrderTo("000003"));
    const error = await errorOf(kolo.transfers.wait(open.id, { wait_ms: 400 }));
    assert.deepEqual([error.kind, error.is_unknown], ["not_ended", false]);
    const aborted = await errorOf(kolo.transfers.wait(open.id, { signal: AbortSignal.timeout(300) }));
    assert.equal(aborted.kind, "aborted");
  });

  it("a bulk is created from JSON and from the bytes of a spreadsheet", async () => {
    const { kolo } = await aShop();
    const { beneficiary_data } = transfer_order;
    const bulk = {
      currency: "XAF",
      transfers: [5, 6].map((amount) => ({ amount, channel: "cm.mtn", beneficiary_data })),
    };
    assert.deepEqual((await kolo.bulk_transfers.check(bulk)).total_amount, 11);
    const looks: number[] = [];
    const sent = await kolo.bulk_transfers.create(bulk);
    const ended = await kolo.bulk_transfers.wait(sent.id, {
      on_progress: ({ progress }) => looks.push(progress.complete),
    });
    assert.deepEqual([ended.progress.complete, ended.transfers.length], [2, 2]);
    assert.equal(looks.at(-1), 2);

    const csv = Buffer.from("Référence;Téléphone;Nom;Montant\r\nw-1;677123459;André;10\r\n", "latin1");
    assert.equal((await kolo.bulk_transfers.checkCsv(csv, { currency: "XAF" })).total_transfers, 1);
    const filed = await kolo.bulk_transfers.createFromCsv(csv, { currency: "XAF", description: "March" });
    assert.equal((await kolo.bulk_transfers.wait(filed.id)).progress.complete, 1);
    assert.equal((await kolo.transfers.retrieve("w-1")).beneficiary.name, "André");
    assert.deepEqual(
      (await kolo.bulk_transfers.list()).items.map(({ id }) => id),
      [filed.id, sent.id],
    );
    assert.equal((await kolo.bulk_transfers.timeline(filed.id)).id, filed.id);
    assert.equal((await kolo.transfers.list({ bulk_transfer: sent.id })).totals, 2);
  });
});

describe("an error", () => {
  it("has its kind", async () => {
    const { kolo, merchant } = await aShop(10_000n);
    const { public_key, private_key } = merchant;
    const url = world.url;
    await kolo.transfers.create({ ...transfer_order, reference: "r-1" });
    await kolo.payments.create({ ...payer, reference: "p-1" });
    const entry = { amount: 5, channel: "cm.mtn", beneficiary_data: transfer_order.beneficiary_data };
    const key = { idempotency_key: "k-1" };
    await kolo.customers.create({ name: "Jane", phone: "677123456" }, key);
    for (const [kind, call, field] of [
      ["insufficient_funds", () => kolo.transfers.create({ ...transfer_order, amount: 100_000 })],
      [
        "insufficient_funds",
        () => kolo.bulk_transfers.create({ currency: "XAF", transfers: [{ ...entry, amount: 99_999 }] }),
      ],
      ["reference_taken", () => kolo.transfers.create({ ...transfer_order, reference: "r-1" })],
      ["reference_taken", () => kolo.payments.create({ ...payer, reference: "p-1" })],
      [
        "reference_taken",
        () => kolo.bulk_transfers.create({ currency: "XAF", transfers: [entry, { ...entry, reference: "r-1" }] }),
        "transfers.1.reference",
      ],
      ["invalid", () => kolo.transfers.create({ ...transfer_order, channel: "cm.none" }), "channel"],
      ["invalid", () => kolo.transfers.create({ ...transfer_order, amount: 0.5 }), "amount"],
      ["key_reused", () => kolo.customers.create({ name: "Paul", phone: "699000111" }, key)],
      ["not_found", () => kolo.events.retrieve("evt_none")],
      ["not_found", () => kolo.transfers.cancel("none")],
      ["unauthorized", () => new Kolo({ url, public_key: "test_pk_none", private_key }).transfers.list()],
      ["forbidden", () => new Kolo({ url, public_key, private_key: "test_sk_none" }).transfers.list()],
      ["not_found", () => kolo.payments.list({}, { sync: "mer_none" })],
    ] as const) {
      const error = await errorOf(call());
      assert.equal(error.kind, kind, error.message);
      assert.equal(error.is_unknown, false);
      assert.match(error.request_id ?? "", /^req_/);
      if (field) assert.ok(error.errors[field], error.message);
    }
  });
});

describe("a list", () => {
  it("returns a page with counters, and iterates over each item once while others are added", async () => {
    const { kolo } = await aShop();
    const ids: string[] = [];
    for (let count = 0; count < 7; count += 1)
      ids.push((await kolo.transfers.create({ ...transfer_order, amount: 1 })).id);
    const page = await kolo.transfers.list({ limit: 3, page: 3 });
    const { totals, last_page, current_page, selected } = page;
    assert.deepEqual([totals, last_page, current_page, selected, page.items.length], [7, 3, 3, 1, 1]);
    const listed_ids: string[] = [];
    for await (const { id } of kolo.transfers.all({ limit: 2 })) {
      listed_ids.push(id);
      await kolo.transfers.create({ ...transfer_order, amount: 2 });
    }
    assert.deepEqual(listed_ids, ids.toReversed());
    const customers: string[] = [];
    for (const phone of ["677000101", "677000102"]) await kolo.customers.create({ name: "Jane", phone });
    for await (const { phone } of kolo.customers.all()) customers.push(phone ?? "");
    assert.deepEqual(customers, ["+237677000102", "+237677000101"]);
  });

  it("of the catalogue is complete", async () => {
    const { kolo } = await aShop();
    assert.ok((await kolo.catalogue.channels()).some(({ id }) => id === "cm.mobile"));
    assert.ok((await kolo.catalogue.countries()).some(({ code }) => code === "CM"));
    assert.ok((await kolo.catalogue.currencies()).some(({ code }) => code === "XAF"));
    assert.ok((await kolo.catalogue.banks({ country: "CM" })).length > 0);
  });
});

describe("events", () => {
  it("are followed from the beginning and live, each once and in order, until the abort signal", async () => {
    const { kolo } = await aShop();
    const first = await kolo.transfers.create(transfer_order);
    await kolo.transfers.wait(first.id);
    const ending = new AbortController();
    const events: KoloEvent[] = [];
    let second = "";
    for await (const event of kolo.events.follow({ after: 0 }, { signal: ending.signal, every_ms: 50 })) {
      events.push(event);
      if (event.type !== "transfer.complete") continue;
      if (event.data.id === first.id) second = (await kolo.transfers.create(transfer_order)).id;
      else ending.abort();
    }
    assert.equal(events.at(-1)?.resource, second);
    const positions = events.map(({ position }) => position);
    assert.deepEqual(
      positions,
      positions.map((_, index) => index + 1),
    );
    const { items } = await kolo.events.list({ resource: second });
    assert.ok(items.length >= 2);
    assert.equal((await kolo.events.retrieve(items[0]?.id ?? "")).resource, second);
    for await (const event of kolo.events.follow({ after: items[1]?.cursor ?? 0, type: "transfer.complete" })) {
      assert.equal(event.resource, second);
      break;
    }
  });

  it("are delivered to a webhook, tested, retried, replayed, and signed with a rotated secret", async () => {
    const { kolo } = await aShop();
    const receiver = await startWebhookReceiver();
    const webhook = await kolo.webhooks.create({ url: receiver.url, events: ["transfer.complete"] });
    const test = await kolo.webhooks.test(webhook.id);
    const tested = await receiver.waitFor(({ type }) => type === "webhook.test");
    assert.equal((await verifyWebhook(tested.body, tested.headers, webhook.secret)).type, "webhook.test");
    const { id } = await kolo.transfers.create(transfer_order);
    const arrived = await receiver.waitFor(({ data }) => data.id === id);
    const event = await verifyWebhook(arrived.body, arrived.headers, webhook.secret);
    assert.ok(event.type === "transfer.complete" && event.data.status === "complete");
    await world.waitUntilIdle();
    const { items } = await kolo.webhooks.listDeliveries(webhook.id, { state: "delivered" });
    assert.equal(items.length, 2);
    const detail = await kolo.webhooks.retrieveDelivery(webhook.id, test.id);
    assert.equal(detail.attempted[0]?.outcome, "delivered");
    assert.equal((await kolo.webhooks.retryDelivery(webhook.id, test.id)).id, test.id);
    assert.equal((await kolo.webhooks.replay(webhook.id, { which: "all" })).queued, 1);
    const rotated = await kolo.webhooks.rotate(webhook.id);
    assert.notEqual(rotated.secret, webhook.secret);
    await kolo.webhooks.cancelSecret(webhook.id);
    await kolo.webhooks.rotate(webhook.id, { overlap_hours: 1 });
    assert.equal((await kolo.webhooks.confirmSecret(webhook.id)).next_secret_from, null);
    assert.equal((await kolo.webhooks.update(webhook.id, { active: false })).active, false);
    assert.equal((await kolo.webhooks.retrieve(webhook.id)).health.state, "well");
    await kolo.webhooks.delete(webhook.id);
    assert.equal((await kolo.webhooks.list()).totals, 0);
  });
});
