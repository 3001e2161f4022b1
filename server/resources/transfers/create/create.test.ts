import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { disallowAddress } from "#resources/addresses/allow.ts";
import { setFee } from "#resources/fees/set.ts";
import { assertRefused, fieldReasonsOf, postBeneficiary, transfer_order, transferOrderTo } from "#testing/orders.ts";
import { startTestWorld } from "#testing/world.ts";

const world = await startTestWorld();

const above_maximum = { reason: "amount_above_maximum", params: { minimum: 1, maximum: 1_000_000, currency: "XAF" } };

describe("POST /transfers", () => {
  it("201: a transfer is accepted as pending, its sum held, and completes a moment later", async () => {
    const merchant = await world.merchant({ balance: 10_000n });
    const { status, body } = await merchant.post("/transfers", {
      ...transfer_order,
      description: "Salary",
      metadata: { a: [1] },
    });
    assert.equal(status, 201);
    assert.deepEqual([body.code, body.status], [201, "Accepted"]);
    const { id, reference, beneficiary, created_at, updated_at, ...rest } = body.transfer;
    assert.match(id, /^trf_[0-9a-z]{26}$/);
    assert.equal(reference, `trf.${id}`);
    assert.match(beneficiary, /^ben_/);
    assert.match(created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
    assert.equal(updated_at, created_at);
    assert.deepEqual(rest, {
      ...{ amount: 1_000, amount_total: 1_000, fee: 0, currency: "XAF", status: "pending", channel: "cm.mtn" },
      ...{ description: "Salary", metadata: { a: [1] }, sandbox: true },
    });
    await world.waitUntilIdle();
    const { body: after } = await merchant.get(`/transfers/${id}`);
    assert.equal(after.transfer.status, "complete");
    assert.ok(after.transfer.completed_at > created_at);
    assert.deepEqual(await merchant.balance(), { available: 9_000, reserved: 0 });
  });

  it("201: to a stored beneficiary, by `beneficiary` or by the older name `recipient`", async () => {
    const merchant = await world.merchant();
    const id = await postBeneficiary(merchant);
    const { beneficiary_data: _, ...plain } = transfer_order;
    for (const field of ["beneficiary", "recipient"]) {
      const { status, body } = await merchant.post("/transfers", { ...plain, channel: "cm.orange", [field]: id });
      assert.equal(status, 201);
      assert.equal(body.transfer.beneficiary, id);
    }
  });

  it("201: form-encoded, with the older beneficiary object, at the older path", async () => {
    const merchant = await world.merchant();
    const form = "amount=5000&currency=XAF&channel=cm.mobile&beneficiary[phone]=%2B237677123456&metadata[order]=A-1";
    const { status, body } = await merchant.post("/transfers/initialize", form);
    assert.equal(status, 201);
    assert.equal(body.transfer.amount, 5_000);
    assert.deepEqual(body.transfer.metadata, { order: "A-1" });
    const { body: details } = await merchant.get(`/transfers/${body.transfer.id}`);
    assert.equal(details.transfer.beneficiary.name, null);
    assert.equal(details.transfer.beneficiary.receiver.number, "+237677123456");
  });

  it("201: whole amounts as text or with a zero after the point", async () => {
    const merchant = await world.merchant();
    for (const amount of ["500", "500.0", 500.0]) {
      const { status, body } = await merchant.post("/transfers", { ...transfer_order, amount });
      assert.equal(status, 201);
      assert.equal(body.transfer.amount, 500);
    }
  });

  it("201: the fee of the schedule is held with the amount, and taken when the transfer completes", async () => {
    const merchant = await world.merchant({ balance: 10_000n });
    const { id, environment } = merchant;
    const schedule = { merchant: id, environment, kind: "transfer", channel: "cm.mtn", percent_bp: 150 } as const;
    await world.db.engine((tx) => setFee(tx, { ...schedule, fixed: 10n, minimum: 50n, maximum: 60n }, "test"));
    const small = await merchant.post("/transfers", { ...transfer_order, amount: 1_001 });
    assert.deepEqual([small.body.transfer.fee, small.body.transfer.amount_total], [50, 1_051]);
    const large = await merchant.post("/transfers", { ...transfer_order, amount: 5_000 });
    assert.equal(large.body.transfer.fee, 60);
    await world.waitUntilIdle();
    assert.deepEqual(await merchant.balance(), { available: 10_000 - 1_051 - 5_060, reserved: 0 });
  });

  it("a failed or canceled transfer releases its fee with its amount", async () => {
    const asleep = await startTestWorld({ works: false });
    for (const { target_world, digits } of [
      { target_world: world, digits: "000001" },
      { target_world: asleep, digits: "000000" },
    ]) {
      const merchant = await target_world.merchant({ balance: 10_000n });
      const { id, environment } = merchant;
      const schedule = { merchant: id, environment, kind: "transfer", channel: "cm.mtn", percent_bp: 0 } as const;
      await target_world.db.engine((tx) => setFee(tx, { ...schedule, fixed: 50n, minimum: 0n, maximum: null }, "test"));
      const { transfer } = (await merchant.post("/transfers", transferOrderTo(digits))).body;
      assert.deepEqual([transfer.amount, transfer.amount_total], [1_000, 1_050]);
      if (target_world === world) await world.waitUntilIdle();
      else assert.equal((await merchant.send("DELETE", `/transfers/${transfer.id}`)).status, 202);
      assert.deepEqual(await merchant.balance(), { available: 10_000, reserved: 0 });
      await target_world.assertCleanAudit();
    }
  });

  it("201: equal beneficiary_data create one beneficiary, which is found by id and not listed", async () => {
    const merchant = await world.merchant();
    const first = await merchant.post("/transfers", transfer_order);
    const second = await merchant.post("/transfers", {
      ...transfer_order,
      beneficiary_data: { ...transfer_order.beneficiary_data, phone: "+237 6 77 12 34 56" },
    });
    const other = await merchant.post("/transfers", {
      ...transfer_order,
      beneficiary_data: { ...transfer_order.beneficiary_data, name: "Jane M." },
    });
    assert.equal(first.body.transfer.beneficiary, second.body.transfer.beneficiary);
    assert.notEqual(first.body.transfer.beneficiary, other.body.transfer.beneficiary);
    const entry = { amount: 100, channel: "cm.mtn", beneficiary_data: { name: "Paul Essono", phone: "677123457" } };
    const bulk = await merchant.post("/transfers/bulk", { currency: "XAF", transfers: [entry, entry] });
    assert.equal(bulk.status, 201, bulk.text);
    const payees = await world.rows(`
      select count(*)::int as rows, count(distinct beneficiary)::int as beneficiaries
      from transfers
      where bulk = '${bulk.body.bulk_transfer.id}'`);
    assert.deepEqual(payees, [{ rows: 2, beneficiaries: 1 }]);
    const response = await merchant.get(`/beneficiaries/${first.body.transfer.beneficiary}`);
    assert.deepEqual([response.status, response.body.beneficiary.phone], [200, "+237677123456"]);
    assert.equal((await merchant.get("/beneficiaries")).body.totals, 0);
  });

  it("201: the order keeps its recipient after a change or deletion of the beneficiary", async () => {
    const merchant = await world.merchant();
    const account = { name: "Bank", phone: "677123470", account_number: "0011", bank_code: "10001" };
    for (const [channel, data, changes] of [
      ["cm.bank", account, { bank_code: "10005" }],
      ["cm.mtn", transfer_order.beneficiary_data, { name: "Somebody Else", phone: "677999999" }],
    ] as const) {
      const send = async (): Promise<string> => {
        const { body } = await merchant.post("/transfers", { ...transfer_order, channel, beneficiary_data: data });
        const { id, beneficiary } = body.transfer;
        assert.deepEqual(await world.rows(`select receiver_name, bank_code from attempts where subject = '${id}'`), [
          { receiver_name: data.name, bank_code: "bank_code" in data ? data.bank_code : null },
        ]);
        const stored_beneficiary = (await merchant.get(`/beneficiaries/${beneficiary}`)).body.beneficiary;
        assert.deepEqual([stored_beneficiary.name, stored_beneficiary.phone], [data.name, `+237${data.phone}`]);
        return beneficiary;
      };
      const first = await send();
      await merchant.send("PUT", `/beneficiaries/${first}`, { metadata: { no: 7 } });
      assert.equal(await send(), first);
      assert.equal((await merchant.send("PUT", `/beneficiaries/${first}`, changes)).status, 200);
      const second = await send();
      assert.notEqual(second, first);
      assert.equal((await merchant.send("DELETE", `/beneficiaries/${second}`)).status, 200);
      assert.notEqual(await send(), second);
    }
  });

  it("201: the provider's order has every field of the request, alone and in a bulk", async () => {
    const merchant = await world.merchant();
    const beneficiary_data = { name: "Jane", phone: "677123456", account_number: "0011", bank_code: "10005" };
    const request = {
      amount: 1_234,
      channel: "cm.bank",
      description: "Salary",
      expect_name: "Jane M.",
      beneficiary_data,
    };
    await merchant.post("/transfers", { ...request, currency: "XAF", reference: "alone-1" });
    const transfers = [{ ...request, reference: "bulk-1", metadata: { a: [1] } }];
    const bulk = await merchant.post("/transfers/bulk", { currency: "XAF", transfers });
    assert.deepEqual(
      await world.rows(`
        select a.reference, a.kind, a.channel, a.amount, a.currency, a.country, a.receiver_name, a.bank_code, a.description,
          a.expect_name, t.bulk, t.metadata
        from attempts a
        join transfers t on (t.merchant, t.environment, t.id) = (a.merchant, a.environment, a.subject)
        where a.merchant = '${merchant.id}'
        order by a.id`),
      ["alone-1", "bulk-1"].map((reference) => ({
        ...{ reference, kind: "transfer", channel: "cm.bank", amount: 1_234n, currency: "XAF", country: "CM" },
        ...{ receiver_name: "Jane", bank_code: "10005", description: "Salary", expect_name: "Jane M." },
        ...(reference === "alone-1"
          ? { bulk: null, metadata: null }
          : { bulk: bulk.body.bulk_transfer.id, metadata: { a: [1] } }),
      })),
    );
  });

  it("201: to a bank account and for cash pickup, over the sandbox's channels", async () => {
    const merchant = await world.merchant();
    const account = { type: "bank_account", phone: "", account_number: "10005000010123456789012", bank_code: "10005" };
    const bank = await merchant.post("/transfers", {
      ...{ amount: 100, currency: "XAF", channel: "cm.bank", beneficiary: await postBeneficiary(merchant, account) },
    });
    const cash = await merchant.post("/transfers", {
      ...{
        amount: 100,
        currency: "XAF",
        channel: "cm.cash",
        beneficiary: await postBeneficiary(merchant, { type: "cash_pickup" }),
      },
    });
    assert.deepEqual([bank.status, cash.status], [201, 201]);
    await world.waitUntilIdle();
    const { body } = await merchant.get(`/transfers/${bank.body.transfer.id}`);
    assert.equal(body.transfer.status, "complete");
    assert.equal(body.transfer.beneficiary.receiver.number, "10005000010123456789012");
  });

  it("201: an account number is stored encrypted, whatever character it begins with", async () => {
    const merchant = await world.merchant({ balance: 100_000n });
    for (const account_number of ["+10005000010123", "10005000010123"]) {
      const beneficiary_data = { ...transfer_order.beneficiary_data, account_number, bank_code: "10005" };
      const made = await merchant.post("/transfers", { ...transfer_order, channel: "cm.bank", beneficiary_data });
      const { id } = made.body.transfer;
      const receiver_rows = await world.rows(`
        select receiver from transfers where id = '${id}' union all select receiver from attempts where subject = '${id}'`);
      assert.equal(receiver_rows.length, 2);
      for (const { receiver } of receiver_rows) assert.doesNotMatch(String(receiver), /10123/);
      const { transfer } = (await merchant.get(`/transfers/${id}`)).body;
      assert.equal(transfer.beneficiary.receiver.number, account_number);
    }
  });

  it("400: missing fields and wrong types are named, and nothing is written", async () => {
    const merchant = await world.merchant();
    const empty = await merchant.post("/transfers", {});
    assertRefused(empty, 400, "amount");
    for (const field of ["currency", "channel"]) assert.ok(empty.body.errors[field]);
    assertRefused(
      await merchant.post("/transfers", { ...transfer_order, beneficiary_data: undefined }),
      400,
      "beneficiary",
    );
    assertRefused(
      await merchant.post("/transfers", { ...transfer_order, beneficiary_data: { phone: "677123456" } }),
      400,
      "beneficiary_data.name",
    );
    assertRefused(
      await merchant.post("/transfers", { ...transfer_order, beneficiary_data: { name: "J" } }),
      400,
      "beneficiary_data.phone",
    );
    assertRefused(await merchant.post("/transfers", { ...transfer_order, beneficiary: "ben_x" }), 400, "beneficiary");
    for (const amount of [0, -5, 1.5, "1.5", "abc", 9_007_199_254_740_992, true, null]) {
      assertRefused(await merchant.post("/transfers", { ...transfer_order, amount }), 400, "amount");
    }
    assertRefused(await merchant.post("/transfers", { ...transfer_order, currency: "xaf" }), 400, "currency");
    assertRefused(await merchant.post("/transfers", { ...transfer_order, metadata: "x" }), 400, "metadata");
    assert.equal((await merchant.get("/transfers")).body.totals, 0);
    assert.deepEqual(await merchant.balance(), { available: 1_000_000, reserved: 0 });
  });

  it("422: an unknown beneficiary, channel, currency, number or amount is named", async () => {
    const merchant = await world.merchant();
    const { beneficiary_data: _, ...plain } = transfer_order;
    const unknown = await merchant.post("/transfers", { ...plain, beneficiary: "ben_00000000000000000000000000" });
    assertRefused(unknown, 422, "beneficiary");
    assert.deepEqual(
      [unknown.body.reason, fieldReasonsOf(unknown)],
      ["validation_failed", { beneficiary: ["unknown_beneficiary"] }],
    );
    const long = await merchant.post("/transfers", { ...plain, beneficiary: `ben_${"0".repeat(60)}` });
    assert.deepEqual([long.status, long.body.errors], [422, unknown.body.errors]);
    const channel = await merchant.post("/transfers", { ...transfer_order, channel: "cm.pigeon" });
    assertRefused(channel, 422, "channel");
    assert.deepEqual(fieldReasonsOf(channel), { channel: ["unknown_channel"] });
    const long_channel = await merchant.post("/transfers", { ...transfer_order, channel: `cm.${"pigeon".repeat(20)}` });
    assert.deepEqual([long_channel.status, long_channel.body.errors], [422, channel.body.errors]);
    assertRefused(await merchant.post("/transfers", { ...transfer_order, currency: "EUR" }), 422, "currency");
    const large = await merchant.post("/transfers", { ...transfer_order, amount: 1_000_001 });
    assertRefused(large, 422, "amount");
    assert.deepEqual(large.body.field_reasons.amount, [above_maximum]);
    for (const phone of ["222123456", "12345", "+33612345678", "645123456"]) {
      assertRefused(
        await merchant.post("/transfers", {
          ...transfer_order,
          beneficiary_data: { ...transfer_order.beneficiary_data, phone },
        }),
        422,
        "beneficiary_data.phone",
      );
    }
    assertRefused(
      await merchant.post("/transfers", {
        ...transfer_order,
        beneficiary_data: { ...transfer_order.beneficiary_data, country: "SN" },
      }),
      422,
      "beneficiary_data.country",
    );
  });

  it("422: an amount above the channel's maximum is reported as such, whatever the balance", async () => {
    const merchant = await world.merchant({ balance: 1_500_000n });
    const field_reasons = { amount: [above_maximum] };
    const both = await merchant.post("/transfers", { ...transfer_order, amount: 1_500_001 });
    assert.deepEqual(
      [both.status, both.body.reason, both.body.field_reasons],
      [422, "validation_failed", field_reasons],
    );
    const large = await merchant.post("/transfers", { ...transfer_order, amount: 1_500_000 });
    assert.deepEqual(
      [large.status, large.body.reason, large.body.field_reasons],
      [422, "validation_failed", field_reasons],
    );
    const phone = { ...transfer_order.beneficiary_data, phone: "12345" };
    const wrong = await merchant.post("/transfers", { ...transfer_order, amount: 1_500_001, beneficiary_data: phone });
    assert.deepEqual(Object.keys(wrong.body.errors), ["amount", "beneficiary_data.phone"]);
  });

  it("422: an invalid phone number, also beside an account", async () => {
    const merchant = await world.merchant();
    const account = { name: "Shop", account_number: "0011", bank_code: "10001" };
    const send = (data: object) =>
      merchant.post("/transfers", { ...transfer_order, channel: "cm.bank", beneficiary_data: { ...account, ...data } });
    for (const phone of ["abc", "+33612345678"]) {
      const refused = await send({ phone });
      assertRefused(refused, 422, "beneficiary_data.phone");
      assert.deepEqual(fieldReasonsOf(refused), { "beneficiary_data.phone": ["phone_of_other_country"] });
    }
    const both = await send({ phone: "abc", account_number: undefined });
    assert.deepEqual(Object.keys(both.body.errors), ["beneficiary_data.account_number", "beneficiary_data.phone"]);
    assert.equal((await send({ phone: "222 22 22 22" })).status, 201);
  });

  it("422: a channel that does not fit the beneficiary's type", async () => {
    const merchant = await world.merchant();
    const beneficiary = await postBeneficiary(merchant);
    assertRefused(
      await merchant.post("/transfers", { amount: 5, currency: "XAF", channel: "cm.bank", beneficiary }),
      422,
      "beneficiary",
    );
  });

  it("422: cm.mobile requires an explicit channel when the number's network is not clear", async () => {
    const merchant = await world.merchant();
    for (const phone of ["684123456", "662123456", "620123456"]) {
      assertRefused(
        await merchant.post("/transfers", {
          ...transfer_order,
          channel: "cm.mobile",
          beneficiary_data: { ...transfer_order.beneficiary_data, phone },
        }),
        422,
        "channel",
      );
    }
    const explicit = await merchant.post("/transfers", {
      ...transfer_order,
      channel: "cm.mtn",
      beneficiary_data: { ...transfer_order.beneficiary_data, phone: "684123456" },
    });
    assert.equal(explicit.status, 201);
  });

  it("422: a live transfer over a channel without a provider", async () => {
    const merchant = await world.merchant({ environment: "live", balance: 5_000n });
    assertRefused(await merchant.post("/transfers", transfer_order), 422, "channel");
  });

  it("422: a transfer above the balance holds nothing", async () => {
    const merchant = await world.merchant({ balance: 999n });
    const refused = await merchant.post("/transfers", transfer_order);
    assert.equal(refused.status, 422);
    assert.equal(refused.body.reason, "insufficient_funds");
    assert.deepEqual(await merchant.balance(), { available: 999, reserved: 0 });
    assert.equal((await merchant.get("/transfers")).body.totals, 0);
  });

  it("400: a reference that cannot be part of a path", async () => {
    const merchant = await world.merchant({ balance: 10_000n });
    for (const reference of [".", ".."]) {
      assertRefused(await merchant.post("/transfers", { ...transfer_order, reference }), 400, "reference");
    }
    assert.equal((await merchant.post("/transfers", { ...transfer_order, reference: "..." })).status, 201);
    assert.equal((await merchant.get("/transfers/...")).body.transfer.reference, "...");
  });

  it("409: a reference stays taken, and a second use moves nothing", async () => {
    const merchant = await world.merchant({ balance: 5_000n });
    assert.equal((await merchant.post("/transfers", { ...transfer_order, reference: "salary-1" })).status, 201);
    const again = await merchant.post("/transfers", { ...transfer_order, reference: "salary-1" });
    assert.deepEqual([again.status, again.body.reason], [409, "reference_taken"]);
    await world.waitUntilIdle();
    assert.equal((await merchant.balance()).available, 4_000);
    const other = await world.merchant();
    assert.equal((await other.post("/transfers", { ...transfer_order, reference: "salary-1" })).status, 201);
  });

  it("403: from an address that is not on the list, before the body is parsed", async () => {
    const merchant = await world.merchant({ environment: "live" });
    await world.db.engine(async (tx) => {
      await disallowAddress(tx, merchant, "127.0.0.1", "test");
    });
    // The service caches a key's address list for less than a second.
    await new Promise((done) => setTimeout(done, 1_000));
    const refused = await merchant.post("/transfers", {});
    assert.deepEqual([refused.status, refused.body.reason], [403, "ip_not_allowed"]);
    assert.equal((await merchant.get("/transfers")).status, 200);
  });
});

it("the audit is clean afterwards", async () => {
  await world.waitUntilIdle();
  await world.assertCleanAudit();
});
