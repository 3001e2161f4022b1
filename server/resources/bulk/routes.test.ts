import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { sql } from "#db/tx.ts";
import { assertRefused, fieldReasonsOf, postBeneficiary, transfer_order } from "#testing/orders.ts";
import { atOnce, startTestWorld } from "#testing/world.ts";

const world = await startTestWorld();

/** Entries to different people; the last six digits of a number decide its outcome in the sandbox. */
const entries = (count: number, fields: object = {}) =>
  Array.from({ length: count }, (_, number) => ({
    amount: 100,
    channel: "cm.mtn",
    beneficiary_data: { name: `P ${number}`, phone: `6771${String(10_000 + number)}` },
    ...fields,
  }));

describe("POST /transfers/bulk", () => {
  it("201 Accepted: every transfer is pending and the sum held; then each settles on its own", async () => {
    const merchant = await world.merchant({ balance: 1_000n });
    const transfers = [
      ...entries(2, { reference: undefined }),
      { amount: 300, channel: "cm.mtn", reference: "b-3", beneficiary_data: { name: "C", phone: "677000001" } },
    ];
    const answer = await merchant.post("/transfers/bulk", { currency: "XAF", description: "March", transfers });
    assert.equal(answer.status, 201, answer.text);
    assert.equal(answer.body.status, "Created");
    const { bulk_transfer } = answer.body;
    assert.match(bulk_transfer.id, /^btr_/);
    assert.deepEqual(
      [bulk_transfer.total_amount, bulk_transfer.total_transfers, bulk_transfer.currency, bulk_transfer.description],
      [500, 3, "XAF", "March"],
    );
    assert.deepEqual(bulk_transfer.transfers[2], {
      ...{ id: bulk_transfer.transfers[2].id, reference: "b-3", amount: 300, status: "pending" },
    });
    await world.waitUntilIdle();
    const response = await merchant.get(`/transfers/bulk/${bulk_transfer.id}`);
    assert.deepEqual([response.status, response.body.code, response.body.status], [202, 202, "Accepted"]);
    const { progress, transfers: ended } = response.body.bulk_transfer;
    assert.deepEqual(progress, { pending: 0, processing: 0, complete: 2, failed: 1, canceled: 0 });
    assert.deepEqual(
      ended.map(({ status }: { status: string }) => status),
      ["complete", "complete", "failed"],
    );
    assert.ok(ended[0].completed_at && ended[0].beneficiary && ended[0].channel && ended[2].failure_reason);
    assert.deepEqual(
      ended.map(({ failure_code }: { failure_code: string }) => failure_code),
      [undefined, undefined, "provider_account_empty"],
    );
    assert.deepEqual(await merchant.balance(), { available: 800, reserved: 0 });
    const one = (await merchant.get("/transfers/b-3")).body.transfer;
    assert.deepEqual([one.bulk_transfer, one.description], [bulk_transfer.id, "March"]);
    assert.equal((await merchant.get(`/transfers?bulk_transfer=${bulk_transfer.id}&status=failed`)).body.totals, 1);
    assert.equal((await merchant.get("/bulk-transfers")).body.items[0].progress.complete, 2);
  });

  it("400: every invalid entry is named, and nothing is written", async () => {
    const merchant = await world.merchant();
    const [good] = entries(1);
    const send = (transfers: unknown) => merchant.post("/transfers/bulk", { currency: "XAF", transfers });
    const wrong = await send([
      good,
      { ...good, amount: 0 },
      { ...good, channel: undefined },
      { ...good, amount: "1.5" },
    ]);
    assert.deepEqual(Object.keys(wrong.body.errors).sort(), [
      "transfers.1.amount",
      "transfers.2.channel",
      "transfers.3.amount",
    ]);
    assertRefused(wrong, 400);
    assertRefused(await send([{ ...good, beneficiary_data: undefined }]), 400, "transfers.0.beneficiary");
    const duplicates_response = await send([{ ...good, reference: "same" }, good, { ...good, reference: "same" }]);
    assertRefused(duplicates_response, 400, "transfers.0.reference");
    assertRefused(duplicates_response, 400, "transfers.2.reference");
    assertRefused(await send([]), 400, "transfers");
    assertRefused(await send(entries(10_001)), 400, "transfers");
    assertRefused(await merchant.post("/transfers/bulk", { transfers: [good] }), 400, "currency");
    assert.equal((await merchant.get("/transfers")).body.totals, 0);
    assert.equal((await merchant.get("/bulk-transfers")).body.totals, 0);
  });

  it("400: all errors of all entries are named at once, of every kind", async () => {
    const merchant = await world.merchant();
    const [good] = entries(1);
    const send = (transfers: unknown) => merchant.post("/transfers/bulk", { currency: "XAF", transfers });
    const wrong = await send([
      { ...good, beneficiary_data: undefined },
      { ...good, amount: 0 },
      { ...good, reference: "same" },
      { ...good, reference: "same", channel: "" },
      "no entry",
      { ...good, beneficiary: "ben_1", recipient: "ben_1" },
    ]);
    assert.deepEqual(Object.entries(fieldReasonsOf(wrong)), [
      ["transfers.0.beneficiary", ["recipient_required"]],
      ["transfers.1.amount", ["too_small"]],
      ["transfers.2.reference", ["reference_repeated"]],
      ["transfers.3.channel", ["required"]],
      ["transfers.3.reference", ["reference_repeated"]],
      ["transfers.4", ["invalid_type"]],
      ["transfers.5.beneficiary", ["recipient_ambiguous"]],
    ]);
    const repeated = ["2", "3"].map(
      (entry) => wrong.body.field_reasons[`transfers.${entry}.reference`][0].params.entry,
    );
    assert.deepEqual(repeated, [3, 2]);

    const none = await send(entries(10_000, { amount: 0, channel: 5, reference: 5 }));
    assertRefused(none, 400);
    assert.equal(Object.keys(none.body.errors).length, 20_000);
    assert.ok(none.text.length < 4_000_000, String(none.text.length));
  });

  it("422: an unknown beneficiary, an invalid number, a taken reference: each entry is named, and nothing is written", async () => {
    const merchant = await world.merchant();
    await merchant.post("/transfers", { ...transfer_order, amount: 10, reference: "taken" });
    const [good] = entries(1);
    const refused = await merchant.post("/transfers/bulk", {
      currency: "XAF",
      transfers: [
        good,
        { ...good, beneficiary_data: undefined, beneficiary: "ben_00000000000000000000000000" },
        { ...good, reference: "taken" },
        { ...good, channel: "cm.nobody" },
        { ...good, beneficiary_data: { name: "X", phone: "222 22 22 22" } },
      ],
    });
    assert.equal(refused.status, 422);
    assert.deepEqual(fieldReasonsOf(refused), {
      "transfers.1.beneficiary": ["unknown_beneficiary"],
      "transfers.2.reference": ["reference_taken"],
      "transfers.3.channel": ["unknown_channel"],
      "transfers.4.beneficiary_data.phone": ["invalid_mobile_number"],
    });
    assert.equal((await merchant.get("/transfers")).body.totals, 1);
  });

  it("422: an entry refused after a thousand written ones rolls all of them back", async () => {
    const merchant = await world.merchant({ balance: 110_000n });
    const [last] = entries(1, { beneficiary_data: undefined, beneficiary: "ben_00000000000000000000000000" });
    const wrong = await merchant.post("/transfers/bulk", { currency: "XAF", transfers: [...entries(1_100), last] });
    assert.equal(wrong.status, 422);
    assert.deepEqual(fieldReasonsOf(wrong), { "transfers.1100.beneficiary": ["unknown_beneficiary"] });
    const poor = await merchant.post("/transfers/bulk", { currency: "XAF", transfers: entries(1_101) });
    assert.deepEqual([poor.status, poor.body.reason], [422, "insufficient_funds"]);
    assert.equal((await merchant.get("/transfers")).body.totals, 0);
    assert.equal((await merchant.get("/events")).body.totals, 0);
    const { id } = merchant;
    const left = await world.db.engine((tx) => tx.rows(sql`select from beneficiaries where merchant = ${id}`));
    assert.equal(left.length, 0);
    assert.deepEqual(await merchant.balance(), { available: 110_000, reserved: 0 });
  });

  it("422: a valid entry is not named after hundreds of invalid ones", async () => {
    const merchant = await world.merchant();
    const transfers = entries(600).map((entry, index) => (index < 599 ? { ...entry, channel: "cm.nobody" } : entry));
    const refused = await merchant.post("/transfers/bulk", { currency: "XAF", transfers });
    assert.equal(refused.status, 422);
    const wrong = transfers.slice(0, 599).map((_, index) => `transfers.${index}.channel`);
    assert.deepEqual(Object.keys(refused.body.errors), wrong);
  });

  it("422: a sum above the balance holds nothing", async () => {
    const merchant = await world.merchant({ balance: 999n });
    const answer = await merchant.post("/transfers/bulk", { currency: "XAF", transfers: entries(10) });
    assert.deepEqual([answer.status, answer.body.reason], [422, "insufficient_funds"]);
    assert.deepEqual(await merchant.balance(), { available: 999, reserved: 0 });
    assert.equal((await merchant.post("/transfers/bulk", { currency: "XAF", transfers: entries(9) })).status, 201);
    await world.waitUntilIdle();
  });

  it("the same Idempotency-Key returns the same bulk, also for concurrent requests", async () => {
    const merchant = await world.merchant({ balance: 500n });
    const body = { currency: "XAF", transfers: entries(5) };
    const send = () => merchant.post("/transfers/bulk", body, { "idempotency-key": "bulk-1" });
    const answers = await Promise.all([send(), send(), send(), send()]);
    for (const { status } of answers) assert.ok([201, 409].includes(status), String(status));
    const ids = new Set(answers.filter(({ status }) => status === 201).map(({ body }) => body.bulk_transfer.id));
    assert.equal(ids.size, 1);
    assert.ok(ids.has((await send()).body.bulk_transfer.id));
    await world.waitUntilIdle();
    assert.deepEqual(await merchant.balance(), { available: 0, reserved: 0 });
  });

  it("single entries are canceled while they wait", async () => {
    const asleep = await startTestWorld({ works: false });
    const merchant = await asleep.merchant({ balance: 300n });
    const { bulk_transfer } = (await merchant.post("/transfers/bulk", { currency: "XAF", transfers: entries(3) })).body;
    assert.equal((await merchant.send("DELETE", `/transfers/${bulk_transfer.transfers[1].id}`)).status, 202);
    const { progress } = (await merchant.get(`/transfers/bulk/${bulk_transfer.id}`)).body.bulk_transfer;
    assert.deepEqual([progress.pending, progress.canceled], [2, 1]);
    assert.deepEqual(await merchant.balance(), { available: 100, reserved: 200 });
    await asleep.assertCleanAudit();
  });

  it("concurrent bulks and transfers through two servers never overdraw the balance", async () => {
    const second = await startTestWorld({ database_url: world.database_url });
    const merchant = await world.merchant({ balance: 10_000n });
    const answers = await atOnce(40, (number) => {
      const through = (number % 4 < 2 ? world : second).withExplicitHeaders(merchant);
      return number % 2 === 0
        ? through.post("/transfers/bulk", { currency: "XAF", transfers: entries(20) })
        : through.post("/transfers", { ...transfer_order, amount: 100 });
    });
    for (const { status, text } of answers) assert.ok(status === 201 || status === 422, text);
    const spent = answers.reduce((sum, { status, body }) => {
      if (status !== 201) return sum;
      return sum + (body.bulk_transfer?.total_amount ?? body.transfer.amount);
    }, 0);
    await world.waitUntilIdle();
    assert.ok(spent > 7_900 && spent <= 10_000, String(spent));
    assert.deepEqual(await merchant.balance(), { available: 10_000 - spent, reserved: 0 });
  });

  it("201: from a file, with the currency in the query", async () => {
    const merchant = await world.merchant({ balance: 100_000n });
    const csv = "\ufeffNom;Téléphone;Montant;Motif\r\nJane Mballa;677123456;75 000;Salaire\r\nPaul;699000111;5000;\r\n";
    const send = async (path: string, text: string | Uint8Array<ArrayBuffer>) => {
      const headers = {
        authorization: merchant.public_key,
        "x-grant": merchant.private_key,
        "content-type": "text/csv",
      };
      const answer = await fetch(`${world.url}${path}`, { method: "POST", headers, body: text });
      return { status: answer.status, body: JSON.parse(await answer.text()) };
    };
    const { status, body } = await send("/transfers/bulk?currency=XAF&description=Mars", csv);
    assert.equal(status, 201, JSON.stringify(body));
    assert.equal(body.bulk_transfer.total_amount, 80_000);
    const listed = (await merchant.get("/transfers")).body.items;
    assert.deepEqual(
      listed.map(({ description, channel }: { description: string; channel: string }) => `${description} ${channel}`),
      ["Mars cm.mobile", "Salaire cm.mobile"],
    );
    assert.deepEqual((await send("/transfers/bulk", csv)).status, 400);
    assert.deepEqual((await send("/transfers/bulk?currency=XAF", "a,b\n1,2")).status, 400);
    assert.deepEqual((await send("/transfers", csv)).status, 415);
    const ambiguous = await send("/transfers/bulk?currency=XAF", csv.replace("5000", "5.000"));
    assert.deepEqual(Object.keys(fieldReasonsOf(ambiguous)), ["transfers.1.amount"]);
    const western = Uint8Array.from(Buffer.from("nom;telephone;montant\n\u00c9tienne;677000111;10\n", "latin1"));
    const sent = await send("/transfers/bulk?currency=XAF", western);
    const [{ beneficiary }] = (await merchant.get(`/transfers/bulk/${sent.body.bulk_transfer.id}`)).body.bulk_transfer
      .transfers;
    assert.equal((await merchant.get(`/beneficiaries/${beneficiary}`)).body.beneficiary.name, "Étienne");
    const nul = csv.replace("Paul", "Pa\0ul");
    for (const path of ["/transfers/bulk/check?currency=XAF", "/transfers/bulk?currency=XAF"]) {
      const refused = await send(path, nul);
      assert.equal(refused.status, 400, path);
      assert.deepEqual(refused.body.field_reasons.file, [{ reason: "file_character_invalid", params: { line: 3 } }]);
    }
    assert.deepEqual((await send("/transfers/bulk?currency=XAF&description=a%00b", csv)).status, 400);
  });
});

describe("POST /transfers/bulk/check", () => {
  it("200: sums, errors, possible duplicates and the balance, without any change", async () => {
    const merchant = await world.merchant({ balance: 1_000n });
    await merchant.post("/transfers", { ...transfer_order, amount: 400 });
    await world.waitUntilIdle();
    const before = await merchant.balance();
    const { status, body } = await merchant.post("/transfers/bulk/check", {
      currency: "XAF",
      transfers: [
        { amount: 400, channel: "cm.mtn", beneficiary_data: transfer_order.beneficiary_data },
        { amount: 401, channel: "cm.mtn", beneficiary_data: transfer_order.beneficiary_data },
        { amount: 1, channel: "cm.mtn", beneficiary_data: { name: "X", phone: "12" } },
      ],
    });
    assert.equal(status, 200, JSON.stringify(body));
    const { errors, field_reasons, duplicates, repeats, ...sums } = body.bulk_check;
    assert.deepEqual(Object.keys(field_reasons), Object.keys(errors));
    assert.deepEqual(repeats, []);
    assert.deepEqual(sums, {
      ...{
        currency: "XAF",
        total_amount: 801,
        total_fee: 0,
        total_transfers: 2,
        available: 600,
        needs_approval: false,
        is_enough: false,
      },
    });
    assert.deepEqual(Object.keys(errors), ["transfers.2.beneficiary_data.phone"]);
    assert.deepEqual(
      duplicates.map(({ entry }: { entry: number }) => entry),
      [0],
    );
    assert.deepEqual(await merchant.balance(), before);
    assert.equal((await merchant.get("/transfers")).body.totals, 1);
  });
});

describe("POST /transfers/bulk/check, duplicates of earlier transfers", () => {
  it("200: matches by number or account, whatever the name", async () => {
    const merchant = await world.merchant();
    const account = { name: "Shop", phone: "677123470", account_number: "0011", bank_code: "10001" };
    const pay = async (channel: string, data: object): Promise<string> =>
      (await merchant.post("/transfers", { amount: 70, currency: "XAF", channel, beneficiary_data: data })).body
        .transfer.id;
    const to_phone = await pay("cm.mtn", { name: "J", phone: "677123456" });
    const to_account = await pay("cm.bank", account);
    await pay("cm.mtn", { name: "Failed", phone: "677000001" });
    const beneficiary = await postBeneficiary(merchant, { name: "Jane", phone: "677123456" });
    await world.waitUntilIdle();
    const entry = (channel: string, data: object) => ({ amount: 70, channel, beneficiary_data: data });
    const { body } = await merchant.post("/transfers/bulk/check", {
      currency: "XAF",
      transfers: [
        entry("cm.mobile", { name: "j", phone: "+237 677 12 34 56" }),
        { amount: 70, channel: "cm.mtn", beneficiary },
        entry("cm.bank", { ...account, name: "The shop" }),
        entry("cm.bank", { ...account, bank_code: "10005" }),
        entry("cm.bank", { ...account, account_number: "0012" }),
        entry("cm.mtn", { name: "J", phone: "677123457" }),
        entry("cm.mtn", { name: "Failed", phone: "677000001" }),
        { ...entry("cm.mtn", { name: "J", phone: "677123456" }), amount: 71 },
      ],
    });
    assert.deepEqual(body.bulk_check.errors, {});
    assert.deepEqual(body.bulk_check.duplicates, [
      { entry: 0, transfer: to_phone },
      { entry: 1, transfer: to_phone },
      { entry: 2, transfer: to_account },
    ]);
  });
});

describe("POST /transfers/bulk/check, repeated entries", () => {
  it("200: names each entry with the number and amount of an earlier one, in any spelling", async () => {
    const merchant = await world.merchant();
    const beneficiary = await postBeneficiary(merchant, { name: "Jane", phone: "677123456" });
    const entry = (phone: string, amount = 70) => ({
      amount,
      channel: "cm.mtn",
      beneficiary_data: { name: phone, phone },
    });
    const account = { name: "Shop", phone: "677123470", account_number: "0011", bank_code: "10001" };
    const { body } = await merchant.post("/transfers/bulk/check", {
      currency: "XAF",
      transfers: [
        entry("677123456"),
        entry("677123457"),
        entry("+237 6 77 12 34 56"),
        { amount: 70, channel: "cm.mobile", beneficiary },
        entry("677123456", 71),
        { amount: 70, channel: "cm.bank", beneficiary_data: account },
        { amount: 70, channel: "cm.bank", beneficiary_data: { ...account, name: "The shop" } },
        { amount: 70, channel: "cm.bank", beneficiary_data: { ...account, bank_code: "10005" } },
      ],
    });
    assert.deepEqual(body.bulk_check.errors, {});
    assert.deepEqual(body.bulk_check.repeats, [
      { entry: 2, first: 0 },
      { entry: 3, first: 0 },
      { entry: 6, first: 5 },
    ]);
    assert.deepEqual(body.bulk_check.duplicates, []);
  });
});

describe("GET /transfers/bulk/{id}", () => {
  it("202: shows the requested number of transfers, and the progress of all", async () => {
    const merchant = await world.merchant({ balance: 1_000n });
    const { body } = await merchant.post("/transfers/bulk", { currency: "XAF", transfers: entries(3) });
    const { id, transfers } = body.bulk_transfer;
    await world.waitUntilIdle();
    const look = async (query: string) => (await merchant.get(`/transfers/bulk/${id}${query}`)).body.bulk_transfer;
    const ids = (shown: readonly { id: string }[]) => shown.map((one) => one.id);
    for (const [query, count] of [["?transfers=2", 2] as const, ["?transfers=0", 0] as const, ["", 3] as const]) {
      const bulk = await look(query);
      assert.deepEqual(ids(bulk.transfers), ids(transfers).slice(0, count), query);
      assert.equal(bulk.progress.complete, 3);
    }
    assertRefused(await merchant.get(`/transfers/bulk/${id}?transfers=10001`), 400, "transfers");
  });

  it("404 for an unknown id, and for the bare path", async () => {
    const merchant = await world.merchant();
    assertRefused(await merchant.get("/transfers/bulk/btr_00000000000000000000000000"), 404);
    assertRefused(await merchant.get("/transfers/bulk"), 404);
    assert.equal((await merchant.send("PUT", "/transfers/bulk")).status, 405);
  });
});

it("the audit is clean afterwards", async () => {
  await world.waitUntilIdle();
  await world.assertCleanAudit();
});

describe("a body that the body thread parses", () => {
  it("gets the same answer as a body that the main thread parses", async () => {
    const merchant = await world.merchant({ balance: 1_000n });
    const [entry] = entries(1);
    const bulkOf = (fields: object) => JSON.stringify({ currency: "XAF", transfers: [{ ...entry, ...fields }] });
    const json_bodies = [
      ...['{"currency":', "[]", '"text"', '{"currency":"XAF","currency":"XAF"}', `${"[".repeat(30)}${"]".repeat(30)}`],
      ...[bulkOf({}), bulkOf({ amount: 0, channel: "" }), bulkOf({ reference: "bulk" }), bulkOf({ send_at: "now" })],
      ...[bulkOf({ description: "\ud800" }), bulkOf({ beneficiary_data: { name: "A", phone: "12" } })],
    ];
    const file = "phone,amount\n677123456,100\n677,x\n";
    const uploads = [
      ...json_bodies.map((text) => ["application/json", text, " "] as const),
      ...[file, 'phone,amount\n"677,1\n', "name\nA\n"].map((text) => ["text/csv", text, "\n"] as const),
    ];
    for (const [type, text, padding] of uploads) {
      const [short, long] = await Promise.all(
        [text, text + padding.repeat(2_000)].map((body) =>
          merchant.post("/transfers/bulk/check?currency=XAF", body, { "content-type": type }),
        ),
      );
      assert.deepEqual([long?.status, long?.text], [short?.status, short?.text], text);
    }
  });
});
