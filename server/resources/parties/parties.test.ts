import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Role } from "#resources/users/schema.ts";
import { type PlanStep, recordPlans } from "#testing/explain.ts";
import { assertRefused, postBeneficiary } from "#testing/orders.ts";
import { completePayment, directCharge, postPayment } from "#testing/payments.ts";
import { createTestUser, type TestUser } from "#testing/users.ts";
import { sharedTestWorld, type TestMerchant } from "#testing/world.ts";
import { NOTE_MAX } from "./schema.ts";
import { listOfBeneficiary, listOfCustomer, readTotals } from "./store.ts";

const world = await sharedTestWorld();

async function memberOf(merchant: TestMerchant, role: Role = "support"): Promise<TestUser> {
  const member = await createTestUser(world, merchant.id, role);
  await member.signIn();
  return member;
}

const pathOf = (merchant: TestMerchant, id: string, rest = "") => `/merchants/${merchant.id}/test/parties/${id}${rest}`;

async function transferTo(merchant: TestMerchant, beneficiary: string, fields: object = {}): Promise<string> {
  const order = { amount: 1_000, currency: "XAF", channel: "cm.mobile", beneficiary, ...fields };
  const { body, text } = await merchant.post("/transfers", order);
  assert.equal(body.code, 201, text);
  return body.transfer.id;
}

describe("GET /parties/{id}", () => {
  it("200: what a customer paid, less refunds, and the numbers it used", async () => {
    const merchant = await world.merchant({ balance: 10_000n });
    const member = await memberOf(merchant, "viewer");
    const paid = await completePayment(world, merchant, 5_000);
    const { customer } = (await merchant.get(`/payments/${paid}`)).body.transaction;
    const other_phone = await postPayment(merchant, { amount: 700, customer, phone: undefined });
    assert.equal((await merchant.post(`/payments/${other_phone.id}`, directCharge("111222"))).status, 202);
    const refused = await postPayment(merchant, { amount: 900, customer, phone: undefined });
    await merchant.post(`/payments/${refused.id}`, directCharge("000001"));
    const { refund } = (await merchant.post("/refunds", { payment: paid, amount: 400 })).body;
    await world.waitUntilIdle();
    const invoice = { amount: 2_000, currency: "XAF", customer, due_at: "2028-01-01T00:00:00Z" };
    const invoiced = (await merchant.post("/invoices", invoice)).body;
    const beneficiary = await postBeneficiary(merchant, { phone: "+237677123456", name: "Ama Owusu" });

    const { party } = (await member.send("GET", pathOf(merchant, customer))).body;
    assert.deepEqual(party.totals, [{ currency: "XAF", count: 2, amount: 5_700, amount_refunded: 400 }]);
    assert.deepEqual([party.kind, party.is_total_complete, party.note], ["customer", true, null]);
    assert.deepEqual(
      party.numbers.map(({ number }: { number: string }) => number),
      ["+237677000001", "+237677111222", "+237677123456"],
    );
    assert.deepEqual(party.same_number, [{ id: beneficiary, kind: "beneficiary", name: "Ama Owusu" }]);

    const { items, has_more } = (await member.send("GET", pathOf(merchant, customer, "/activity"))).body;
    assert.equal(has_more, false);
    assert.deepEqual(
      items.map(({ id, status }: { id: string; status: string }) => [id, status]),
      [
        ...(invoiced.invoice ? [[invoiced.invoice.id, "open"]] : []),
        [refund.id, "complete"],
        [refused.id, "failed"],
        [other_phone.id, "complete"],
        [paid, "complete"],
      ],
    );
    assert.ok(invoiced.invoice, JSON.stringify(invoiced));
    assert.equal(party.last_seen_at, invoiced.invoice.created_at);
    assert.equal(items[2].failure_code, "insufficient_funds");
    assert.deepEqual((await member.send("GET", pathOf(merchant, beneficiary))).body.party.same_number, [
      { id: customer, kind: "customer", name: party.name },
    ]);
  });

  it("200: what a beneficiary received, and why a transfer failed", async () => {
    const merchant = await world.merchant({ balance: 100_000n });
    const member = await memberOf(merchant);
    const id = await postBeneficiary(merchant);
    const reached = await transferTo(merchant, id, { reference: `salary-${id}` });
    await merchant.send("PUT", `/beneficiaries/${id}`, { phone: "+237677000002" });
    const failed = await transferTo(merchant, id);
    await world.waitUntilIdle();
    const { party } = (await member.send("GET", pathOf(merchant, id))).body;
    assert.deepEqual(party.totals, [{ currency: "XAF", count: 1, amount: 1_000, amount_refunded: 0 }]);
    assert.deepEqual(
      party.numbers.map(({ number }: { number: string }) => number),
      ["+237677000002", "+237699000111"],
    );
    const { items } = (await member.send("GET", pathOf(merchant, id, "/activity"))).body;
    assert.deepEqual(
      items.map(({ id, status, reference }: Record<string, string>) => [id, status, reference]),
      [
        [failed, "failed", null],
        [reached, "complete", `salary-${id}`],
      ],
    );
    assert.ok(items[0].failure_code);
  });

  it("200: a party without records has its stored number and address, and was never seen", async () => {
    const merchant = await world.merchant();
    const member = await memberOf(merchant);
    const { customer } = (await merchant.post("/customers", { name: "Ada", email: "a@b.cm", phone: "677123456" })).body;
    const { party } = (await member.send("GET", pathOf(merchant, customer.id))).body;
    assert.deepEqual(
      [party.totals, party.last_seen_at, party.emails, party.numbers],
      [[], null, ["a@b.cm"], [{ number: "+237677123456", last_used_at: null }]],
    );
  });

  it("404: an unknown or deleted one, another merchant's, and another environment's", async () => {
    const [merchant, other] = [await world.merchant(), await world.merchant()];
    const [member, stranger] = [await memberOf(merchant, "owner"), await memberOf(other, "owner")];
    const { id } = (await merchant.post("/customers", { name: "Ada", phone: "677123456" })).body.customer;
    const live = pathOf(merchant, id).replace("/test/", "/live/");
    for (const rest of ["", "/activity"]) {
      assertRefused(await member.send("GET", pathOf(merchant, "cus_none", rest)), 404);
      assertRefused(await stranger.send("GET", pathOf(other, id, rest)), 404);
      assertRefused(await member.send("GET", `${live}${rest}`), 404);
    }
    assertRefused(await stranger.send("PUT", pathOf(other, id, "/note"), { text: "Mine" }), 404);
    await merchant.send("DELETE", `/customers/${id}`);
    assertRefused(await member.send("GET", pathOf(merchant, id)), 404);
  });
});

describe("GET /parties/{id}/activity", () => {
  it("200: each record once, page after page, across kinds", async () => {
    const merchant = await world.merchant();
    const member = await memberOf(merchant);
    const { id } = (await merchant.post("/customers", { name: "Ada", phone: "677123456" })).body.customer;
    const made: string[] = [];
    for (let number = 0; number < 22; number += 1) {
      const order = { amount: 100, currency: "XAF", customer: id };
      const { body } = await (number % 2 === 0
        ? merchant.post("/payments", order)
        : merchant.post("/invoices", { ...order, due_at: "2028-01-01T00:00:00Z" }));
      made.unshift((body.transaction ?? body.invoice).id);
    }
    const first = (await member.send("GET", pathOf(merchant, id, "/activity"))).body;
    const second = (await member.send("GET", pathOf(merchant, id, `/activity?before=${first.items.at(-1).id}`))).body;
    assert.deepEqual([first.has_more, second.has_more], [true, false]);
    assert.deepEqual(
      [...first.items, ...second.items].map((item: { id: string }) => item.id),
      made,
    );
    assertRefused(await member.send("GET", pathOf(merchant, id, "/activity?before=1")), 400, "before");
  });

  it("reads only the party's own records, by an index", async () => {
    const merchant = await world.merchant({ balance: 100_000n });
    const transfers = Array.from({ length: 60 }, (_, number) => ({
      ...{ amount: 100, channel: "cm.mtn", beneficiary_data: { name: "Other", phone: `6771234${10 + number}` } },
    }));
    await merchant.post("/transfers/bulk", { currency: "XAF", transfers });
    const beneficiary = await postBeneficiary(merchant);
    for (let number = 0; number < 3; number += 1) await transferTo(merchant, beneficiary);
    const paid = await completePayment(world, merchant);
    const { customer } = (await merchant.get(`/payments/${paid}`)).body.transaction;
    const page = { before: null, limit: 2, payments_max: 2 };
    const steps: PlanStep[] = [];
    await world.db.read(merchant, async (plain) => {
      const tx = recordPlans(plain, steps);
      assert.equal((await listOfBeneficiary(tx, merchant, beneficiary, page)).length, 2);
      const [total] = await readTotals(tx, merchant, "beneficiary", beneficiary, 2);
      assert.equal(total?.records, 2, "no more than the limit");
      await listOfCustomer(tx, merchant, customer, page);
    });
    const indexes = steps.filter(({ relation }) => relation === "transfers" || relation === "payments");
    assert.deepEqual([...new Set(indexes.map(({ index }) => index))].sort(), [
      "payments_by_customer",
      "transfers_by_beneficiary",
    ]);
    for (const { index, rows } of indexes) assert.ok(rows <= 3, `${index} ${rows}`);
  });
});

describe("PUT /parties/{id}/note", () => {
  it("200: written, replaced and removed, with every text in the audit log", async () => {
    const merchant = await world.merchant();
    const member = await memberOf(merchant);
    const { customer } = (await merchant.post("/customers", { name: "Ada", phone: "677123456" })).body;
    const note = pathOf(merchant, customer.id, "/note");
    const read = async () => (await member.send("GET", pathOf(merchant, customer.id))).body.party.note;
    await member.send("PUT", note, { text: "Calls on\nMondays" });
    const { text, written_by, written_at } = await read();
    assert.deepEqual([text, written_by], ["Calls on\nMondays", "Ama Test"]);
    assert.match(written_at, /Z$/);
    await member.send("PUT", note, { text: "Calls on Fridays" });
    await member.send("PUT", note, { text: "Calls on Fridays" });
    assert.equal((await member.send("PUT", note, { text: "" })).status, 200);
    assert.equal(await read(), null);
    const entries = await world.rows(
      `select action, before->>'note' as before, after->>'note' as after from audit_log
      where subject = '${customer.id}' order by number`,
    );
    assert.deepEqual(entries, [
      { action: "customer.note_set", before: null, after: "Calls on\nMondays" },
      { action: "customer.note_set", before: "Calls on\nMondays", after: "Calls on Fridays" },
      { action: "customer.note_set", before: "Calls on Fridays", after: null },
    ]);
  });

  it("no answer of the API, event or order to a provider contains a note", async () => {
    const merchant = await world.merchant({ balance: 10_000n });
    const member = await memberOf(merchant);
    const id = await postBeneficiary(merchant);
    assert.equal((await member.send("PUT", pathOf(merchant, id, "/note"), { text: "Owes a goat" })).status, 200);
    await merchant.send("PUT", `/beneficiaries/${id}`, { name: "Paul E." });
    await transferTo(merchant, id);
    await world.waitUntilIdle();
    for (const path of [`/beneficiaries/${id}`, "/beneficiaries", "/events", "/transfers"]) {
      assert.doesNotMatch((await merchant.get(path)).text, /goat/);
    }
    const [row] = await world.rows(
      `select (select count(*) from attempts a where a::text like '%goat%') as attempts,
        (select count(*) from audit_log a where a.subject = '${id}' and a::text like '%goat%') as logged`,
    );
    assert.deepEqual(row, { attempts: 0n, logged: 1n });
  });

  it("400: a longer note; 403: a viewer's", async () => {
    const merchant = await world.merchant();
    const [member, viewer] = [await memberOf(merchant), await memberOf(merchant, "viewer")];
    const { id } = (await merchant.post("/customers", { name: "Ada", phone: "677123456" })).body.customer;
    const note = pathOf(merchant, id, "/note");
    assert.equal((await member.send("PUT", note, { text: "x".repeat(NOTE_MAX) })).status, 200);
    assertRefused(await member.send("PUT", note, { text: "x".repeat(NOTE_MAX + 1) }), 400, "text");
    assertRefused(await viewer.send("PUT", note, { text: "Hello" }), 403);
    assert.equal((await viewer.send("GET", pathOf(merchant, id))).body.party.note.text.length, NOTE_MAX);
  });

  it("two notes at once: the audit log has both, and the second replaces the first", async () => {
    const merchant = await world.merchant();
    const member = await memberOf(merchant);
    const { id } = (await merchant.post("/customers", { name: "Ada", phone: "677123456" })).body.customer;
    const texts = ["one", "two", "three", "four"];
    const answers = await Promise.all(texts.map((text) => member.send("PUT", pathOf(merchant, id, "/note"), { text })));
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200, 200],
    );
    const entries = await world.rows(
      `select before->>'note' as before, after->>'note' as after from audit_log where subject = '${id}' order by number`,
    );
    const after = entries.map((entry) => entry.after);
    assert.deepEqual(after.toSorted(), texts.toSorted());
    assert.deepEqual(
      entries.map(({ before }) => before),
      [null, ...after.slice(0, -1)],
    );
  });
});

describe("a person's block of a customer", () => {
  it("200: blocks and unblocks, and the audit log has both", async () => {
    const merchant = await world.merchant();
    const member = await memberOf(merchant);
    const { id } = (await merchant.post("/customers", { name: "Ada", phone: "677123456" })).body.customer;
    const path = `/merchants/${merchant.id}/test/customers/${id}`;
    for (const action of ["block", "unblock"]) {
      const { status, text } = await member.send("PUT", `${path}/${action}`);
      assert.equal(status, 200, text);
    }
    const entries = await world.rows(`select action from audit_log where subject = '${id}' order by number`);
    assert.deepEqual(entries, [{ action: "customer.blocked" }, { action: "customer.unblocked" }]);
  });
});
