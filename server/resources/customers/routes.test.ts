import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { assertRefused } from "#testing/orders.ts";
import { directCharge, payment_request, postPayment } from "#testing/payments.ts";
import { sharedTestWorld } from "#testing/world.ts";
import { blockCustomer } from "./block.ts";

const world = await sharedTestWorld();
const ada = { name: "Ada Ngo", email: "ada@example.cm", phone: "+237677123456" };

describe("POST /customers", () => {
  it("201: with an e-mail, a phone or both", async () => {
    const merchant = await world.merchant();
    const { status, body } = await merchant.post("/customers", { ...ada, metadata: { tier: "gold" } });
    assert.equal(status, 201);
    assert.deepEqual([body.code, body.status], [201, "Created"]);
    const { id, created_at, updated_at, blocked_at, ...rest } = body.customer;
    assert.match(id, /^cus_[0-9a-z]{26}$/);
    assert.equal(blocked_at, null);
    assert.equal(updated_at, created_at);
    assert.deepEqual(rest, { ...ada, metadata: { tier: "gold" } });
    assert.equal((await merchant.post("/customers", { name: "B", email: "b@example.cm" })).body.customer.phone, null);
    assert.equal(
      (await merchant.post("/customers", { name: "C", phone: "6 99 11 22 33" })).body.customer.phone,
      "+237699112233",
    );
    assert.equal(
      (await merchant.post("/customers", { name: "D", phone: "+33 6 12 34 56 78" })).body.customer.phone,
      "+33612345678",
    );
  });

  it("400: without a name, without both e-mail and phone", async () => {
    const merchant = await world.merchant();
    assertRefused(await merchant.post("/customers", { email: "a@example.cm" }), 400, "name");
    for (const field of ["email", "phone"]) assertRefused(await merchant.post("/customers", { name: "A" }), 400, field);
    assertRefused(await merchant.post("/customers", { name: "A", email: "", phone: "" }), 400, "email");
    assertRefused(await merchant.post("/customers", { name: "A", email: "nobody" }), 400, "email");
  });

  it("422: an invalid phone", async () => {
    const merchant = await world.merchant();
    assertRefused(await merchant.post("/customers", { name: "A", phone: "12345" }), 422, "phone");
    assert.equal((await merchant.get("/customers")).body.totals, 0);
  });
});

describe("GET /customers", () => {
  it("200: in their list form, newest first, searched, in pages with counters", async () => {
    const merchant = await world.merchant();
    await merchant.post("/customers", ada);
    await merchant.post("/customers", { name: "Bea", phone: "699000111" });
    const { body } = await merchant.get("/customers");
    assert.deepEqual([body.totals, body.last_page, body.current_page, body.selected], [2, 1, 1, 2]);
    assert.deepEqual(Object.keys(body.items[0]).sort(), ["created_at", "email", "id", "name", "phone"]);
    for (const [search, name] of [
      ["ngo", "Ada Ngo"],
      ["ADA@EX", "Ada Ngo"],
      ["699 000", "Bea"],
    ]) {
      const matches = (await merchant.get(`/customers?search=${search}`)).body;
      assert.deepEqual([matches.totals, matches.items[0].name], [1, name]);
    }
  });
});

describe("GET, PUT and DELETE /customers/{id}", () => {
  it("200: retrieved, changed in the given fields, deleted", async () => {
    const merchant = await world.merchant();
    const created = (await merchant.post("/customers", ada)).body.customer;
    assert.deepEqual((await merchant.get(`/customers/${created.id}`)).body.customer, created);
    const { body } = await merchant.send("PUT", `/customers/${created.id}`, { name: "Ada N.", metadata: { a: 1 } });
    assert.deepEqual(
      { ...body.customer, updated_at: created.updated_at },
      { ...created, name: "Ada N.", metadata: { a: 1 } },
    );
    const deleted = await merchant.send("DELETE", `/customers/${created.id}`);
    assert.deepEqual({ ...deleted.body, message: "" }, { code: 200, status: "OK", message: "" });
    for (const method of ["GET", "DELETE"]) assertRefused(await merchant.send(method, `/customers/${created.id}`), 404);
    assertRefused(await merchant.send("PUT", `/customers/${created.id}`, {}), 404);
  });

  it("422: an invalid phone changes nothing", async () => {
    const merchant = await world.merchant();
    const { id } = (await merchant.post("/customers", ada)).body.customer;
    assertRefused(await merchant.send("PUT", `/customers/${id}`, { name: "X", phone: "1" }), 422, "phone");
    assert.equal((await merchant.get(`/customers/${id}`)).body.customer.name, "Ada Ngo");
  });
});

describe("PUT /customers/{id}/block and /unblock", () => {
  it("422: a blocked customer's number or e-mail address cannot pay for another customer", async () => {
    const merchant = await world.merchant();
    const create = async (fields: object) =>
      (await merchant.post("/customers", { name: "A", ...fields })).body.customer;
    const twin = await create({ phone: "677111222" });
    const blocked = await create({ phone: "677111222", email: "b@example.cm" });
    const friend = await create({ phone: "677111333" });
    await merchant.send("PUT", `/customers/${blocked.id}/block`);
    const order = { amount: 500, currency: "XAF" };
    for (const payer of [{ phone: "677111222" }, { phone: "677111333", email: "B@example.cm" }]) {
      const refused = await merchant.post("/payments", { ...order, ...payer });
      assert.deepEqual([refused.status, refused.body.reason], [422, "customer_blocked"], JSON.stringify(payer));
    }
    for (const payer of [{ customer: friend.id }, { customer: twin.id }, { email: "new@example.cm" }]) {
      const { id } = await postPayment(merchant, { phone: undefined, ...payer });
      const charged = await merchant.post(`/payments/${id}`, { channel: "cm.mtn", phone: "+237 677 111 222" });
      assert.deepEqual([charged.status, charged.body.reason], [422, "customer_blocked"], JSON.stringify(payer));
      const other = await merchant.post(`/payments/${id}`, { channel: "cm.mtn", phone: "677111444" });
      assert.equal(other.status, 202, other.text);
    }
  });

  it("200: a blocked customer cannot pay, neither by id nor by contact, until it is unblocked", async () => {
    const merchant = await world.merchant();
    const { customer } = (await merchant.post("/customers", ada)).body;
    const open = await postPayment(merchant, { customer: customer.id, phone: undefined });
    const { status, body } = await merchant.send("PUT", `/customers/${customer.id}/block`);
    assert.deepEqual([status, body.customer.id], [200, customer.id]);
    assert.notEqual(body.customer.blocked_at, null);

    const { phone: _, ...request } = payment_request;
    for (const payer of [{ customer: customer.id }, { email: ada.email.toUpperCase() }, { phone: ada.phone }]) {
      const refused = await merchant.post("/payments", { ...request, ...payer });
      assert.deepEqual([refused.status, refused.body.reason], [422, "customer_blocked"], JSON.stringify(payer));
    }
    const charged = await merchant.post(`/payments/${open.id}`, directCharge());
    assert.deepEqual([charged.status, charged.body.reason], [422, "customer_blocked"]);
    assert.equal((await merchant.get(`/payments/${open.id}`)).body.transaction.status, "pending");
    assert.equal((await merchant.get("/payments")).body.totals, 1);

    const unblocked = await merchant.send("PUT", `/customers/${customer.id}/unblock`);
    assert.deepEqual([unblocked.status, unblocked.body.customer.blocked_at], [200, null]);
    assert.equal((await merchant.post(`/payments/${open.id}`, directCharge())).status, 202);
  });

  it("200: repeated, they change nothing and send no second event", async () => {
    const merchant = await world.merchant();
    const { id } = (await merchant.post("/customers", ada)).body.customer;
    const [first, second] = [
      await merchant.send("PUT", `/customers/${id}/block`),
      await merchant.send("PUT", `/customers/${id}/block`),
    ];
    assert.deepEqual(second.body.customer, first.body.customer);
    await world.waitUntilIdle();
    const { items } = (await merchant.get("/events")).body;
    const updates = items.filter(({ type }: { type: string }) => type === "customer.updated");
    assert.deepEqual(
      updates.map(({ data }: { data: object }) => data),
      [first.body.customer],
    );
  });

  it("404: an unknown or deleted customer, or another merchant's", async () => {
    const [merchant, other] = [await world.merchant(), await world.merchant()];
    const { id } = (await merchant.post("/customers", ada)).body.customer;
    for (const action of ["block", "unblock"]) {
      assertRefused(await other.send("PUT", `/customers/${id}/${action}`), 404);
      assertRefused(await merchant.send("PUT", `/customers/cus_none/${action}`), 404);
    }
    assert.equal((await merchant.get(`/customers/${id}`)).body.customer.blocked_at, null);
  });

  it("a payment waits for a block that is not committed yet, and is then refused", async () => {
    const merchant = await world.merchant();
    const { id } = (await merchant.post("/customers", ada)).body.customer;
    const payment = await postPayment(merchant, { customer: id, phone: undefined });
    const paying = await world.db.engine(async (tx) => {
      await blockCustomer(tx, merchant, id, true, null);
      const answer = merchant.post(`/payments/${payment.id}`, directCharge());
      let is_answered = false;
      void answer.then(() => {
        is_answered = true;
      });
      while (!is_answered && !(await isLockAwaited())) await sleep(POLL_MS);
      // Not awaited here: the request waits for this transaction.
      return { answer };
    });
    assert.equal((await paying.answer).body.reason, "customer_blocked");
  });
});

const POLL_MS = 15;

async function isLockAwaited(): Promise<boolean> {
  const rows = await world.rows(
    "select from pg_locks join pg_stat_activity using (pid) where not granted and datname = current_database()",
  );
  return rows.length > 0;
}
