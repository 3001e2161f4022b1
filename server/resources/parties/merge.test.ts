import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import type { Role } from "#resources/users/schema.ts";
import { assertRefused, postBeneficiary } from "#testing/orders.ts";
import { completePayment, directCharge, postPayment } from "#testing/payments.ts";
import { createTestUser, openTestUser, type TestUser } from "#testing/users.ts";
import { startTestWorld, type TestMerchant, type TestResponse } from "#testing/world.ts";
import { mergeParties } from "./merge.ts";
import type { PartiesToMerge } from "./rules.ts";
import { NOTE_MAX, type PartyKind } from "./schema.ts";

const world = await startTestWorld();
const POLL_MS = 15;

async function memberOf(merchant: TestMerchant, role: Role = "finance"): Promise<TestUser> {
  const member = await createTestUser(world, merchant.id, role);
  await member.signIn();
  return member;
}

const pathOf = (merchant: TestMerchant, path: string) => `/merchants/${merchant.id}/test${path}`;

function merge(
  member: TestUser,
  merchant: TestMerchant,
  [kept, merged]: readonly [string, string],
  page = "customers",
): Promise<TestResponse> {
  return member.send("POST", pathOf(merchant, `/${page}/${kept}/merge`), { merge: merged });
}

async function postCustomer(merchant: TestMerchant, fields: object): Promise<string> {
  const { body, text } = await merchant.post("/customers", { name: "Ada Ngo", ...fields });
  assert.ok(body.customer, text);
  return body.customer.id;
}

const partyOf = async (member: TestUser, merchant: TestMerchant, id: string) =>
  (await member.send("GET", pathOf(merchant, `/parties/${id}`))).body.party;

const activityOf = async (member: TestUser, merchant: TestMerchant, id: string): Promise<readonly string[]> =>
  (await member.send("GET", pathOf(merchant, `/parties/${id}/activity`))).body.items.map(
    (item: { id: string }) => item.id,
  );

describe("POST /customers/{id}/merge", () => {
  it("200: the kept one has the records and contacts of both, and either id is the kept one", async () => {
    const merchant = await world.merchant();
    const member = await memberOf(merchant);
    const paid = await completePayment(world, merchant, 5_000);
    const merged: string = (await merchant.get(`/payments/${paid}`)).body.transaction.customer;
    const kept = await postCustomer(merchant, { email: "ada@example.cm" });
    const invoice = { amount: 900, currency: "XAF", customer: merged, due_at: "2028-01-01T00:00:00Z" };
    const invoiced: string = (await merchant.post("/invoices", invoice)).body.invoice.id;
    const { id: earlier } = await postPayment(merchant, { customer: kept, phone: undefined, amount: 300 });

    const answer = await merge(member, merchant, [kept, merged]);
    assert.equal(answer.status, 200, answer.text);

    const { customer } = (await merchant.get(`/customers/${merged}`)).body;
    assert.deepEqual([customer.id, customer.email, customer.phone], [kept, "ada@example.cm", "+237677123456"]);
    assert.deepEqual((await merchant.get(`/customers/${kept}`)).body.customer, customer);
    const listed = (await merchant.get("/customers")).body;
    assert.deepEqual([listed.totals, listed.items[0].id], [1, kept]);
    assert.equal((await merchant.get("/customers?search=677123456")).body.items[0].id, kept);
    const renamed = await merchant.send("PUT", `/customers/${merged}`, { name: "Ada N." });
    assert.deepEqual([renamed.body.customer.id, renamed.body.customer.name], [kept, "Ada N."]);

    const by_old_id = await postPayment(merchant, { customer: merged, phone: undefined, amount: 100 });
    const by_number = await postPayment(merchant, { phone: "677123456", amount: 200 });
    assert.deepEqual([by_old_id.customer, by_number.customer], [kept, kept]);
    const part = await merchant.post(`/invoices/${invoiced}/payments`, { amount: 900 });
    assert.equal(part.status, 201, part.text);
    const records = [part.body.transaction.id, by_number.id, by_old_id.id, earlier, invoiced, paid];
    assert.deepEqual(await activityOf(member, merchant, merged), records);
    const party = await partyOf(member, merchant, kept);
    assert.deepEqual([party.totals[0].amount, party.merged], [5_000, [{ id: merged, name: "+237677123456" }]]);
    for (const id of [kept, merged]) {
      for (const path of [`/customers/${id}/payments`, `/payments?customer=${id}`]) {
        assert.equal((await merchant.get(path)).body.totals, 5, path);
      }
      assert.equal((await merchant.get(`/invoices?customer=${id}`)).body.totals, 1);
    }
    const names = (await member.send("GET", pathOf(merchant, `/names?ids=${kept},${merged}`))).body.items;
    assert.deepEqual(
      names.map(({ name }: { name: string }) => name),
      ["Ada N.", "Ada N."],
    );
    await world.waitUntilIdle();
    const events: readonly { type: string; data: { id: string } }[] = (await merchant.get("/events?limit=100")).body
      .items;
    const of_merged = events.filter(({ type, data }) => type.startsWith("customer.") && data.id === merged);
    assert.deepEqual(
      of_merged.map(({ type }) => type),
      ["customer.deleted", "customer.created"],
    );
    const [entry] = await world.rows(
      `select action, before->>'id' as merged from audit_log where subject = '${kept}' order by number limit 1`,
    );
    assert.deepEqual(entry, { action: "customer.merged", merged });
    await merchant.send("DELETE", `/customers/${merged}`);
    for (const id of [kept, merged]) assertRefused(await merchant.get(`/customers/${id}`), 404);
    await world.assertCleanAudit();
  });

  it("200: a block of either is a block of both ids and both numbers, also of a payment that was open", async () => {
    for (const is_kept_blocked of [true, false]) {
      const merchant = await world.merchant();
      const member = await memberOf(merchant);
      const kept = await postCustomer(merchant, { phone: "677111222" });
      const merged = await postCustomer(merchant, { phone: "677111333" });
      const open = await postPayment(merchant, { customer: merged, phone: undefined });
      await merchant.send("PUT", `/customers/${is_kept_blocked ? kept : merged}/block`);
      assert.equal((await merge(member, merchant, [kept, merged])).status, 200);
      const order = { amount: 500, currency: "XAF" };
      for (const payer of [{ customer: kept }, { customer: merged }, { phone: "677111222" }, { phone: "677111333" }]) {
        const refused = await merchant.post("/payments", { ...order, ...payer });
        assert.deepEqual([refused.status, refused.body.reason], [422, "customer_blocked"], JSON.stringify(payer));
      }
      const charged = await merchant.post(`/payments/${open.id}`, directCharge());
      assert.equal(charged.body.reason, "customer_blocked");
      const { id } = await postPayment(merchant, { email: "new@example.cm", phone: undefined });
      const with_number = await merchant.post(`/payments/${id}`, { channel: "cm.mtn", phone: "677111333" });
      assert.equal(with_number.body.reason, "customer_blocked");
      assert.equal((await merchant.send("PUT", `/customers/${merged}/unblock`)).body.customer.id, kept);
      assert.equal((await merchant.post(`/payments/${open.id}`, directCharge())).status, 202);
    }
  });

  it("200: ids of earlier merges lead to the last kept one, which shows the contacts of all", async () => {
    const merchant = await world.merchant();
    const member = await memberOf(merchant);
    const [a, b, c] = [
      await postCustomer(merchant, { phone: "677111222", email: "first@example.cm" }),
      await postCustomer(merchant, { phone: "677111333" }),
      await postCustomer(merchant, { phone: "677111444", email: "last@example.cm" }),
    ];
    assert.equal((await merge(member, merchant, [b, a])).status, 200);
    assert.equal((await merge(member, merchant, [c, b])).status, 200);
    for (const id of [a, b, c]) assert.equal((await merchant.get(`/customers/${id}`)).body.customer.id, c);
    const party = await partyOf(member, merchant, c);
    assert.deepEqual(
      party.numbers.map(({ number }: { readonly number: string }) => number),
      ["+237677111444", "+237677111222", "+237677111333"],
    );
    assert.deepEqual(party.emails, ["last@example.cm", "first@example.cm"]);
    assert.deepEqual((await postPayment(merchant, { phone: "677111222" })).customer, c);
    await world.assertCleanAudit();
  });

  it("200: the note moves, and two notes become one within its limit", async () => {
    const merchant = await world.merchant();
    const member = await memberOf(merchant);
    const noted = async (phone: string, text: string) => {
      const id = await postCustomer(merchant, { phone });
      await member.send("PUT", pathOf(merchant, `/parties/${id}/note`), { text });
      return id;
    };
    const plain = await postCustomer(merchant, { phone: "677111222" });
    const [one, long] = [await noted("677111333", "Calls early"), await noted("677111444", "x".repeat(NOTE_MAX))];
    await merge(member, merchant, [plain, one]);
    assert.equal((await partyOf(member, merchant, plain)).note.text, "Calls early");
    await merge(member, merchant, [plain, long]);
    const { text } = (await partyOf(member, merchant, plain)).note;
    assert.deepEqual([text.length, text.startsWith("Calls early\n\nxxx"), text.at(-1)], [NOTE_MAX, true, "…"]);
  });

  it("refuses one customer twice, other merchants, kinds and environments, and merged ones; nothing changes", async () => {
    const [merchant, other] = [await world.merchant(), await world.merchant()];
    const [member, stranger] = [await memberOf(merchant, "owner"), await memberOf(other, "owner")];
    const [a, b] = [
      await postCustomer(merchant, { phone: "677111222" }),
      await postCustomer(merchant, { phone: "677111333" }),
    ];
    const theirs = await postCustomer(other, { phone: "677111222" });
    const live = await world.inEnvironment(merchant, "live");
    const live_one = await postCustomer(live, { phone: "677111222" });
    const beneficiary = await postBeneficiary(merchant);
    const reasonOf = async (answer: Promise<TestResponse>) => {
      const { status, body } = await answer;
      return [status, body.reason];
    };
    assert.deepEqual(await reasonOf(merge(member, merchant, [a, a])), [422, "parties_equal"]);
    for (const pair of [
      [a, "cus_none"],
      ["cus_none", a],
      [a, theirs],
      [theirs, a],
      [a, live_one],
      [a, beneficiary],
    ]) {
      const [kept = "", merged = ""] = pair;
      assert.deepEqual(await reasonOf(merge(member, merchant, [kept, merged])), [404, "party_not_found"], pair.join());
    }
    assert.deepEqual(await reasonOf(merge(stranger, other, [theirs, a])), [404, "party_not_found"]);
    assertRefused(await merge(member, merchant, [a, ""]), 400, "merge");
    assertRefused(await merge(await memberOf(merchant, "viewer"), merchant, [a, b]), 403);
    for (const id of [a, b]) assert.equal((await merchant.get(`/customers/${id}`)).body.customer.id, id);
    await merge(member, merchant, [a, b]);
    const again = [
      [a, b],
      [b, a],
    ] as const;
    for (const pair of again)
      assert.deepEqual(await reasonOf(merge(member, merchant, pair)), [409, "party_already_merged"]);
  });
});

describe("POST /beneficiaries/{id}/merge", () => {
  it("200: new transfers to either id are paid to the kept number; earlier ones stay", async () => {
    const merchant = await world.merchant({ balance: 100_000n });
    const member = await memberOf(merchant);
    const kept = await postBeneficiary(merchant, { phone: "+237677123456" });
    const merged = await postBeneficiary(merchant, { phone: "+237677999888", name: "P. Essono" });
    const order = { amount: 1_000, currency: "XAF", channel: "cm.mtn" };
    const send = async (recipient: object): Promise<{ readonly id: string; readonly beneficiary: string }> =>
      (await merchant.post("/transfers", { ...order, ...recipient })).body.transfer;
    const data = { beneficiary_data: { name: "Paul", phone: "677999888" } };
    const earlier = await send({ beneficiary: merged });
    const inline = await send(data);
    assert.equal((await merge(member, merchant, [kept, merged], "beneficiaries")).status, 200);
    assert.equal((await merge(member, merchant, [kept, inline.beneficiary], "beneficiaries")).status, 200);

    const later = await send({ beneficiary: merged });
    const inline_again = await send(data);
    const bulk = { currency: "XAF", transfers: [{ amount: 500, channel: "cm.mtn", beneficiary: merged }] };
    const { id: bulk_id } = (await merchant.post("/transfers/bulk", bulk)).body.bulk_transfer;
    const [of_bulk] = (await merchant.get(`/transfers?bulk_transfer=${bulk_id}`)).body.items;
    const receiverOf = async ({ id }: { readonly id: string }): Promise<string> =>
      (await merchant.get(`/transfers/${id}`)).body.transfer.receiver.number;
    assert.deepEqual(await Promise.all([earlier, inline, later, inline_again, of_bulk].map(receiverOf)), [
      ...["+237677999888", "+237677999888", "+237677123456", "+237677999888", "+237677123456"],
    ]);
    assert.equal(inline_again.beneficiary, inline.beneficiary);
    const records = [of_bulk, inline_again, later, inline, earlier].map(({ id }) => id);
    assert.deepEqual(await activityOf(member, merchant, merged), records);
    const { beneficiary } = (await merchant.get(`/beneficiaries/${merged}`)).body;
    assert.deepEqual([beneficiary.id, beneficiary.phone], [kept, "+237677123456"]);
    assert.equal((await merchant.get("/beneficiaries")).body.totals, 1);
    await world.waitUntilIdle();
    await world.assertCleanAudit();
  });

  it("200: after a deletion of the kept one, a transfer with the data of the merged one makes a new beneficiary", async () => {
    const merchant = await world.merchant({ balance: 100_000n });
    const member = await memberOf(merchant);
    const kept = await postBeneficiary(merchant);
    const order = { amount: 1_000, currency: "XAF", channel: "cm.mtn" };
    const data = { beneficiary_data: { name: "Paul", phone: "677999888" } };
    const { beneficiary: merged } = (await merchant.post("/transfers", { ...order, ...data })).body.transfer;
    assert.equal((await merge(member, merchant, [kept, merged], "beneficiaries")).status, 200);
    await merchant.send("DELETE", `/beneficiaries/${kept}`);
    const { beneficiary: fresh } = (await merchant.post("/transfers", { ...order, ...data })).body.transfer;
    assert.equal((await merchant.get(`/beneficiaries/${fresh}`)).body.beneficiary?.phone, "+237677999888");
    assertRefused(await merchant.get(`/beneficiaries/${merged}`), 404);
  });

  it("422: an unlisted one cannot take the place of a listed one", async () => {
    const merchant = await world.merchant({ balance: 100_000n });
    const member = await memberOf(merchant);
    const listed = await postBeneficiary(merchant, { phone: "+237677123456" });
    const order = {
      amount: 1_000,
      currency: "XAF",
      channel: "cm.mtn",
      beneficiary_data: { name: "P", phone: "677123456" },
    };
    const { beneficiary: unlisted } = (await merchant.post("/transfers", order)).body.transfer;
    const refused = await merge(member, merchant, [unlisted, listed], "beneficiaries");
    assert.deepEqual([refused.status, refused.body.reason], [422, "party_unlisted"]);
    assert.equal((await merchant.get(`/beneficiaries/${listed}`)).body.beneficiary.id, listed);
    assert.equal((await merge(member, merchant, [listed, unlisted], "beneficiaries")).status, 200);
  });

  it("422: another type, country or currency; 403: a person who may not send money", async () => {
    const merchant = await world.merchant();
    const [member, support] = [await memberOf(merchant), await memberOf(merchant, "support")];
    const wallet = await postBeneficiary(merchant);
    const bank = { type: "bank_account", phone: undefined, account_number: "0123456789", bank_code: "10005" };
    const account = await postBeneficiary(merchant, bank);
    for (const pair of [[wallet, account] as const, [account, wallet] as const]) {
      assert.equal((await merge(member, merchant, pair, "beneficiaries")).body.reason, "parties_differ");
    }
    const twin = await postBeneficiary(merchant);
    assertRefused(await merge(support, merchant, [wallet, twin], "beneficiaries"), 403);
    assert.equal((await merchant.get("/beneficiaries")).body.totals, 3);
  });
});

describe("merges at the same time", () => {
  it("in opposite directions: one is done and the other refused, for customers and beneficiaries", async () => {
    const merchant = await world.merchant();
    const member = await memberOf(merchant);
    const create = { customers: postCustomer, beneficiaries: postBeneficiary } as const;
    for (const page of ["customers", "beneficiaries"] as const) {
      for (let round = 0; round < 5; round += 1) {
        const [a, b] = [
          await create[page](merchant, { phone: `67711122${round}` }),
          await create[page](merchant, { phone: `67711133${round}` }),
        ];
        const answers = await Promise.all([
          merge(member, merchant, [a, b], page),
          merge(member, merchant, [b, a], page),
        ]);
        const statuses = answers.map(({ status }) => status);
        assert.deepEqual(statuses.toSorted(), [200, 409]);
        const kept = statuses[0] === 200 ? a : b;
        const field = page === "customers" ? "customer" : "beneficiary";
        for (const id of [a, b]) assert.equal((await merchant.get(`/${page}/${id}`)).body[field].id, kept);
      }
    }
  });

  it("in a chain: every id ends at a kept one", async () => {
    const merchant = await world.merchant();
    const member = await memberOf(merchant);
    for (let round = 0; round < 5; round += 1) {
      const ids = [
        await postCustomer(merchant, { phone: `67711144${round}` }),
        await postCustomer(merchant, { phone: `67711155${round}` }),
        await postCustomer(merchant, { phone: `67711166${round}` }),
      ] as const;
      await Promise.all([merge(member, merchant, [ids[1], ids[0]]), merge(member, merchant, [ids[2], ids[1]])]);
      for (const id of ids) assert.equal((await merchant.get(`/customers/${id}`)).status, 200);
      const [row] = await world.rows(
        `select count(*) as chained from customers a join customers b
          on (b.merchant, b.environment, b.id) = (a.merchant, a.environment, a.merged_into)
        where b.merged_into is not null and a.merchant = '${merchant.id}'`,
      );
      assert.equal(row?.chained, 0n);
    }
    await world.assertCleanAudit();
  });

  it("as payments of the merged one begin: each belongs to the kept one", async () => {
    const merchant = await world.merchant();
    const member = await memberOf(merchant);
    const [kept, merged] = [
      await postCustomer(merchant, { phone: "677111222" }),
      await postCustomer(merchant, { phone: "677111333" }),
    ];
    const order = { amount: 100, currency: "XAF" };
    const payments = Array.from({ length: 12 }, (_, number) =>
      merchant.post("/payments", { ...order, ...(number % 2 ? { customer: merged } : { phone: "677111333" }) }),
    );
    const [answer, ...paid] = await Promise.all([merge(member, merchant, [kept, merged]), ...payments]);
    assert.equal(answer.status, 200, answer.text);
    for (const { status, text } of paid) assert.equal(status, 201, text);
    assert.equal((await merchant.get(`/customers/${kept}/payments`)).body.totals, 12);
    assert.equal((await merchant.get("/customers")).body.totals, 1);
  });

  it("a payment of the merged one waits for the merge, and is refused if the kept one is blocked", async () => {
    const merchant = await world.merchant();
    const [kept, merged] = [
      await postCustomer(merchant, { phone: "677111222" }),
      await postCustomer(merchant, { phone: "677111333" }),
    ];
    await merchant.send("PUT", `/customers/${kept}/block`);
    const open = await postPayment(merchant, { customer: merged, phone: undefined });
    const paying = await sendDuringMerge(merchant, "customer", { kept, merged }, () =>
      merchant.post(`/payments/${open.id}`, directCharge()),
    );
    assert.equal(paying.body.reason, "customer_blocked");
  });

  it("a block of the merged one waits for the merge, and applies to the kept one", async () => {
    const merchant = await world.merchant();
    const [kept, merged] = [
      await postCustomer(merchant, { phone: "677111222" }),
      await postCustomer(merchant, { phone: "677111333" }),
    ];
    const block = await sendDuringMerge(merchant, "customer", { kept, merged }, () =>
      merchant.send("PUT", `/customers/${merged}/block`),
    );
    assert.deepEqual([block.status, block.body.customer.id], [200, kept]);
    const refused = await merchant.post("/payments", { amount: 500, currency: "XAF", customer: kept });
    assert.equal(refused.body.reason, "customer_blocked");
  });

  it("a deletion of the merged one waits for the merge, and deletes the kept one", async () => {
    const merchant = await world.merchant();
    for (const [page, kind, create] of [
      ["customers", "customer", postCustomer],
      ["beneficiaries", "beneficiary", postBeneficiary],
    ] as const) {
      const [kept, merged] = [
        await create(merchant, { phone: "677111222" }),
        await create(merchant, { phone: "677111333" }),
      ];
      const deletion = await sendDuringMerge(merchant, kind, { kept, merged }, () =>
        merchant.send("DELETE", `/${page}/${merged}`),
      );
      assert.equal(deletion.status, 200, deletion.text);
      for (const id of [kept, merged]) assertRefused(await merchant.get(`/${page}/${id}`), 404);
    }
  });

  it("a note about the merged one waits for the merge, and is about the kept one", async () => {
    const merchant = await world.merchant();
    const member = await memberOf(merchant);
    const [kept, merged] = [
      await postCustomer(merchant, { phone: "677111222" }),
      await postCustomer(merchant, { phone: "677111333" }),
    ];
    const note = await sendDuringMerge(merchant, "customer", { kept, merged }, () =>
      member.send("PUT", pathOf(merchant, `/parties/${merged}/note`), { text: "Calls early" }),
    );
    assert.equal(note.status, 200, note.text);
    assert.equal((await partyOf(member, merchant, kept)).note?.text, "Calls early");
  });
});

it("live: a merge needs a second factor and a recent step-up", async () => {
  const merchant = await world.merchant({ environment: "live" });
  const member = await memberOf(merchant);
  const ids = [
    await postCustomer(merchant, { phone: "677111222" }),
    await postCustomer(merchant, { phone: "677111333" }),
  ] as const;
  const path = `/merchants/${merchant.id}/live/customers/${ids[0]}/merge`;
  const fieldsOf = async () => Object.keys((await member.send("POST", path, { merge: ids[1] })).body.errors ?? {});
  assert.deepEqual(await fieldsOf(), ["second_factor"]);
  await member.enrollSecondFactor();
  world.db.advanceClock(6 * 60_000);
  const renewed = openTestUser(world, member.id, member.email);
  renewed.cookie = member.cookie;
  const refused = await renewed.send("POST", path, { merge: ids[1] });
  assert.deepEqual([refused.status, Object.keys(refused.body.errors)], [403, ["step_up"]]);
});

/** Merges, sends the request, and commits the merge once the request waits for it. */
async function sendDuringMerge(
  merchant: TestMerchant,
  kind: PartyKind,
  ids: PartiesToMerge,
  send: () => Promise<TestResponse>,
): Promise<TestResponse> {
  const { id: person } = await createTestUser(world, merchant.id, "owner");
  const { answer } = await world.db.engine(async (tx) => {
    await mergeParties(tx, merchant, kind, ids, { id: person, name: "Ama Test" });
    const sent = send();
    let is_answered = false;
    void sent.then(() => {
      is_answered = true;
    });
    while (!is_answered && !(await isLockAwaited())) await sleep(POLL_MS);
    // Not awaited here: the request waits for this transaction.
    return { answer: sent };
  });
  return answer;
}

async function isLockAwaited(): Promise<boolean> {
  const rows = await world.rows(
    "select from pg_locks join pg_stat_activity using (pid) where not granted and datname = current_database()",
  );
  return rows.length > 0;
}
