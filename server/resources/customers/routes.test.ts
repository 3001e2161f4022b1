import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { assertRefused } from "#testing/orders.ts";
import { startTestWorld } from "#testing/world.ts";

const world = await startTestWorld();
const ada = { name: "Ada Ngo", email: "ada@example.cm", phone: "+237677123456" };

describe("POST /customers", () => {
  it("201: with an e-mail, a phone or both", async () => {
    const merchant = await world.merchant();
    const { status, body } = await merchant.post("/customers", { ...ada, metadata: { tier: "gold" } });
    assert.equal(status, 201);
    assert.deepEqual([body.code, body.status, body.message], [201, "Created", "Customer created"]);
    const { id, created_at, updated_at, ...rest } = body.customer;
    assert.match(id, /^cus_[0-9a-z]{26}$/);
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
    assert.deepEqual(
      [body.message, body.totals, body.last_page, body.current_page, body.selected],
      ["Customers retrieved", 2, 1, 1, 2],
    );
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
    assert.equal(body.message, "Customer updated");
    assert.deepEqual(
      { ...body.customer, updated_at: created.updated_at },
      { ...created, name: "Ada N.", metadata: { a: 1 } },
    );
    const deleted = await merchant.send("DELETE", `/customers/${created.id}`);
    assert.deepEqual(deleted.body, { code: 200, status: "OK", message: "Customer deleted" });
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
