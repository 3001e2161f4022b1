import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { assertRefused, postBeneficiary, transfer_order } from "#testing/orders.ts";
import { sharedTestWorld } from "#testing/world.ts";

const world = await sharedTestWorld();
const mobile = { name: "Jane Mballa", phone: "677 12 34 56", country: "CM", currency: "XAF", type: "mobile_money" };
const bank = {
  ...{ name: "Jane Mballa", account_number: "10005000010123456789012", bank_code: "10005" },
  ...{ country: "CM", currency: "XAF", type: "bank_account" },
};

describe("POST /beneficiaries", () => {
  it("201: each type with its required fields", async () => {
    const merchant = await world.merchant();
    const { status, body } = await merchant.post("/beneficiaries", {
      ...mobile,
      email: "jane@example.cm",
      metadata: { no: 7 },
    });
    assert.equal(status, 201);
    assert.deepEqual([body.code, body.status], [201, "Created"]);
    const { id, created_at, updated_at, ...rest } = body.beneficiary;
    assert.match(id, /^ben_[0-9a-z]{26}$/);
    assert.equal(updated_at, created_at);
    assert.deepEqual(rest, {
      ...{
        name: "Jane Mballa",
        email: "jane@example.cm",
        phone: "+237677123456",
        account_number: null,
        bank_code: null,
      },
      ...{ country: "CM", currency: "XAF", type: "mobile_money", metadata: { no: 7 } },
    });
    assert.equal((await merchant.post("/beneficiaries", bank)).body.beneficiary.account_number, bank.account_number);
    assert.equal((await merchant.post("/beneficiaries", { ...mobile, type: "cash_pickup" })).status, 201);
    assert.equal((await merchant.post("/recipients", mobile)).status, 201);
    assert.equal((await merchant.post("/beneficiaries", new URLSearchParams(mobile).toString())).status, 201);
  });

  it("a bank account's number is stored encrypted, and its phone is kept", async () => {
    const merchant = await world.merchant();
    await merchant.post("/beneficiaries", bank);
    await merchant.post("/beneficiaries", mobile);
    const rows = await world.rows(
      `select account_number, phone_typed from beneficiaries where merchant = '${merchant.id}' order by id`,
    );
    assert.doesNotMatch(String(rows[0]?.account_number), /10005/);
    assert.equal(rows[1]?.phone_typed, "677 12 34 56");
  });

  it("400: the missing fields of the type are named", async () => {
    const merchant = await world.merchant();
    for (const field of ["name", "account_number", "bank_code"]) {
      const blank = await merchant.post("/beneficiaries", { ...bank, [field]: "   " });
      assertRefused(blank, 400, field);
      assert.deepEqual(Object.keys(blank.body.errors), [field]);
    }
    const empty = await merchant.post("/beneficiaries", {});
    assertRefused(empty, 400, "name");
    for (const field of ["country", "currency", "type"]) assert.ok(empty.body.errors[field]);
    assertRefused(await merchant.post("/beneficiaries", { ...mobile, phone: "" }), 400, "phone");
    assertRefused(
      await merchant.post("/beneficiaries", { ...mobile, type: "cash_pickup", phone: undefined }),
      400,
      "phone",
    );
    assertRefused(await merchant.post("/beneficiaries", { ...bank, account_number: undefined }), 400, "account_number");
    assertRefused(await merchant.post("/beneficiaries", { ...bank, bank_code: "" }), 400, "bank_code");
    assertRefused(await merchant.post("/beneficiaries", { ...mobile, type: "pigeon" }), 400, "type");
    assertRefused(await merchant.post("/beneficiaries", { ...mobile, country: "cm" }), 400, "country");
    assertRefused(await merchant.post("/beneficiaries", { ...mobile, country: "ZZ" }), 400, "country");
    assertRefused(await merchant.post("/beneficiaries", { ...mobile, currency: "ABC" }), 400, "currency");
    assertRefused(await merchant.post("/beneficiaries", { ...mobile, email: "not an address" }), 400, "email");
    assert.equal((await merchant.get("/beneficiaries")).body.totals, 0);
  });

  it("422: a number outside its country", async () => {
    const merchant = await world.merchant();
    for (const phone of ["222123456", "+33612345678", "12"]) {
      assertRefused(await merchant.post("/beneficiaries", { ...mobile, phone }), 422, "phone");
    }
    assert.equal(
      (await merchant.post("/beneficiaries", { ...mobile, type: "cash_pickup", phone: "222 12 34 56" })).status,
      201,
    );
  });
});

describe("GET /beneficiaries", () => {
  it("200: in their list form, newest first, in pages with counters", async () => {
    const merchant = await world.merchant();
    for (const name of ["Ada", "Bea", "Cid"]) await postBeneficiary(merchant, { name });
    const { body } = await merchant.get("/beneficiaries?limit=2");
    assert.deepEqual([body.totals, body.last_page, body.current_page, body.selected], [3, 2, 1, 2]);
    assert.deepEqual(Object.keys(body.items[0]).sort(), [
      "country",
      "created_at",
      "currency",
      "email",
      "id",
      "name",
      "phone",
      "type",
    ]);
    assert.deepEqual(
      body.items.map((item: { name: string }) => item.name),
      ["Cid", "Bea"],
    );
    assert.equal((await merchant.get("/recipients?page=2&limit=2")).body.items[0].name, "Ada");
  });

  it("200: searched by name, e-mail or phone and filtered by country and type", async () => {
    const merchant = await world.merchant();
    await postBeneficiary(merchant, { name: "Ada Ngo", email: "ada@example.cm" });
    await postBeneficiary(merchant, { name: "Bea_X", phone: "677000222" });
    await postBeneficiary(merchant, { ...bank, name: "Cid", phone: "" });
    const listNames = async (query: string) =>
      (await merchant.get(`/beneficiaries?${query}`)).body.items.map((item: { name: string }) => item.name);
    assert.deepEqual(await listNames("search=ngo"), ["Ada Ngo"]);
    assert.deepEqual(await listNames("search=ADA@"), ["Ada Ngo"]);
    assert.deepEqual(await listNames("search=6 77 00 02"), ["Bea_X"]);
    assert.deepEqual(await listNames("search=_"), ["Bea_X"]);
    assert.deepEqual(await listNames("type=bank_account"), ["Cid"]);
    assert.deepEqual(await listNames("country=FR"), []);
    assert.deepEqual(await listNames("country=CM&type=mobile_money&search=a"), ["Bea_X", "Ada Ngo"]);
    assertRefused(await merchant.get("/beneficiaries?type=pigeon"), 400, "type");
  });
});

describe("GET, PUT and DELETE /beneficiaries/{id}", () => {
  it("200: retrieved as it was created", async () => {
    const merchant = await world.merchant();
    const created = (await merchant.post("/beneficiaries", mobile)).body.beneficiary;
    const { status, body } = await merchant.get(`/beneficiaries/${created.id}`);
    assert.equal(status, 200);
    assert.deepEqual(body.beneficiary, created);
    assert.deepEqual((await merchant.get(`/recipients/${created.id}`)).body.beneficiary, created);
  });

  it("200: the given fields change and the others stay; the whole record can be sent back", async () => {
    const merchant = await world.merchant();
    const created = (await merchant.post("/beneficiaries", mobile)).body.beneficiary;
    const { body } = await merchant.send("PUT", `/beneficiaries/${created.id}`, {
      name: "Jane N.",
      phone: "699111222",
    });
    assert.deepEqual(
      { ...body.beneficiary, updated_at: created.updated_at },
      { ...created, name: "Jane N.", phone: "+237699111222" },
    );
    assert.ok(body.beneficiary.updated_at > created.updated_at);
    const back = await merchant.send("PUT", `/beneficiaries/${created.id}`, body.beneficiary);
    assert.equal(back.status, 200);
  });

  it("422: a change of country, currency or type, or an invalid phone", async () => {
    const merchant = await world.merchant();
    const id = await postBeneficiary(merchant);
    for (const [field, value] of [
      ["country", "SN"],
      ["currency", "EUR"],
      ["type", "cash_pickup"],
    ]) {
      assertRefused(
        await merchant.send("PUT", `/beneficiaries/${id}`, { [field ?? ""]: value, name: "New" }),
        422,
        field,
      );
    }
    assertRefused(await merchant.send("PUT", `/beneficiaries/${id}`, { phone: "12" }), 422, "phone");
    assert.equal((await merchant.get(`/beneficiaries/${id}`)).body.beneficiary.name, "Paul Essono");
  });

  it("200: a deleted beneficiary is gone; its transfers remain", async () => {
    const merchant = await world.merchant();
    const id = await postBeneficiary(merchant);
    const paid = { ...transfer_order, channel: "cm.orange", beneficiary_data: undefined, beneficiary: id };
    await merchant.post("/transfers", paid);
    const { body } = await merchant.send("DELETE", `/beneficiaries/${id}`);
    assert.deepEqual({ ...body, message: "" }, { code: 200, status: "OK", message: "" });
    assertRefused(await merchant.get(`/beneficiaries/${id}`), 404);
    assertRefused(await merchant.send("PUT", `/beneficiaries/${id}`, { name: "X" }), 404);
    assertRefused(await merchant.send("DELETE", `/beneficiaries/${id}`), 404);
    assertRefused(await merchant.post("/transfers", paid), 422, "beneficiary");
    assert.equal((await merchant.get("/transfers")).body.items[0].beneficiary, id);
  });
});
