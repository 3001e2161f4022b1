import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "#db/tx.ts";
import { fromMilliseconds } from "#kernel/time.ts";
import { dayIn } from "#kernel/time-zone.ts";
import { assertRefused, postBeneficiary, transfer_order, transferOrderTo } from "#testing/orders.ts";
import { startTestWorld } from "#testing/world.ts";

const world = await startTestWorld();

describe("GET /transfers/{reference}", () => {
  it("200: by id or reference, with the business, the beneficiary and the channel (shape B)", async () => {
    const merchant = await world.merchant({ name: "Chez Jeanne" });
    const created = await merchant.post("/transfers", { ...transfer_order, reference: "r-1" });
    await world.waitUntilIdle();
    const { id } = created.body.transfer;
    const by_id = await merchant.get(`/transfers/${id}`);
    const by_reference = await merchant.get("/transfers/r-1");
    assert.deepEqual(by_id.body, by_reference.body);
    assert.deepEqual([by_id.status, by_id.body.code, by_id.body.status], [200, 200, "OK"]);
    const { transfer } = by_id.body;
    assert.deepEqual(transfer.business, {
      ...{ id: merchant.id, country: "CM", email: "jeanne@example.cm", phone: "+237677000111", poster: null },
      name: "Chez Jeanne",
    });
    assert.deepEqual(transfer.beneficiary, {
      ...{
        id: created.body.transfer.beneficiary,
        phone: "+237677123456",
        name: "Jane Mballa",
        email: null,
        country: "CM",
      },
      channel: { name: "MTN Mobile Money", type: "mobile", id: "cm.mtn" },
      receiver: { number: "+237677123456" },
    });
    assert.equal(transfer.converted_amount, transfer.amount);
    assert.match(transfer.initiated_at, /\.\d{6}Z$/);
  });

  it("200: the amount in another currency, by the fixed parity", async () => {
    const merchant = await world.merchant();
    const { id } = (await merchant.post("/transfers", { ...transfer_order, amount: 10_000 })).body.transfer;
    assert.equal((await merchant.get(`/transfers/${id}?currency=EUR`)).body.transfer.converted_amount, 1_524);
    assert.equal((await merchant.get(`/transfers/${id}?currency=XOF`)).body.transfer.converted_amount, 10_000);
    assertRefused(await merchant.get(`/transfers/${id}?currency=USD`), 422, "currency");
    assertRefused(await merchant.get(`/transfers/${id}?currency=usd`), 400, "currency");
  });

  it("200: the payee as ordered, after a change or deletion of the beneficiary", async () => {
    const merchant = await world.merchant();
    const beneficiary = await postBeneficiary(merchant);
    const { id } = (
      await merchant.post("/transfers", {
        ...transfer_order,
        beneficiary_data: undefined,
        channel: "cm.orange",
        beneficiary,
      })
    ).body.transfer;
    await merchant.send("PUT", `/beneficiaries/${beneficiary}`, { phone: "+237699222333" });
    assert.equal((await merchant.get(`/transfers/${id}`)).body.transfer.beneficiary.receiver.number, "+237699000111");
    await merchant.send("DELETE", `/beneficiaries/${beneficiary}`);
    const { transfer } = (await merchant.get(`/transfers/${id}`)).body;
    assert.deepEqual([transfer.beneficiary.id, transfer.beneficiary.name], [beneficiary, "Paul Essono"]);
  });

  it("200: a reference equal to another transfer's id does not hide that transfer", async () => {
    const merchant = await world.merchant();
    const first = (await merchant.post("/transfers", transfer_order)).body.transfer;
    const second = (await merchant.post("/transfers", { ...transfer_order, reference: "stored before the rule" })).body
      .transfer;
    await world.rows(`update transfers set reference = '${first.id}' where id = '${second.id}' returning id`);
    assert.equal((await merchant.get(`/transfers/${first.id}`)).body.transfer.id, first.id);
    assert.equal((await merchant.get(`/transfers/${second.id}`)).body.transfer.id, second.id);
  });

  it("404: an unknown id or reference", async () => {
    const merchant = await world.merchant();
    assertRefused(await merchant.get("/transfers/trf_00000000000000000000000000"), 404);
    assertRefused(await merchant.get("/transfers/never"), 404);
  });
});

describe("DELETE /transfers/{reference}", () => {
  it("202: a canceled pending transfer releases its hold, and is never sent", async () => {
    const quiet = await startTestWorld({ works: false });
    const merchant = await quiet.merchant({ balance: 1_000n });
    const { id } = (await merchant.post("/transfers", { ...transfer_order, reference: "c-1" })).body.transfer;
    const canceled = await merchant.send("DELETE", "/transfers/c-1");
    assert.deepEqual({ ...canceled.body, message: "" }, { code: 202, status: "Accepted", message: "" });
    assert.equal((await merchant.get(`/transfers/${id}`)).body.transfer.status, "canceled");
    assert.deepEqual(await merchant.balance(), { available: 1_000, reserved: 0 });
    const again = await merchant.send("DELETE", `/transfers/${id}`);
    assert.deepEqual([again.status, again.body.reason], [422, "transfer_not_cancelable"]);
    await quiet.assertCleanAudit();
  });

  it("422: a transfer that was sent and refused meanwhile, and its money stays held", async () => {
    const asleep = await startTestWorld({ works: false });
    const merchant = await asleep.merchant({ balance: 1_000n });
    const { id } = (await merchant.post("/transfers", transfer_order)).body.transfer;
    const held = await merchant.balance();
    const blocked = `
      select 1 from pg_locks join pg_stat_activity using (pid) where datname = current_database() and not granted`;
    const answer = await asleep.db.engine(async (tx) => {
      await tx.run(sql`select from attempts where subject = ${id} for update`);
      const cancel_response = merchant.send("DELETE", `/transfers/${id}`);
      while ((await asleep.rows(blocked)).length === 0) await sleep(5);
      await tx.run(sql`update transfers set status = 'processing' where id = ${id}`);
      return { response: cancel_response };
    });
    assertRefused(await answer.response, 422);
    assert.deepEqual(await merchant.balance(), held);
  });

  it("422: a transfer that is processing or has ended, without any change", async () => {
    const merchant = await world.merchant();
    for (const digits of ["000003", "000000", "000002"]) {
      const { id } = (await merchant.post("/transfers", transferOrderTo(digits))).body.transfer;
      await world.waitUntilIdle();
      const before = await merchant.get(`/transfers/${id}`);
      assertRefused(await merchant.send("DELETE", `/transfers/${id}`), 422);
      assert.deepEqual((await merchant.get(`/transfers/${id}`)).body, before.body);
    }
  });

  it("404: an unknown id or reference", async () => {
    const merchant = await world.merchant();
    assertRefused(await merchant.send("DELETE", "/transfers/never"), 404);
  });
});

describe("GET /transfers", () => {
  it("200: newest first, in pages that neither repeat nor miss one, with exact counters", async () => {
    const merchant = await world.merchant();
    for (let number = 1; number <= 7; number += 1)
      await merchant.post("/transfers", { ...transfer_order, reference: `p-${number}` });
    const references: string[] = [];
    for (const page of [1, 2, 3]) {
      const { body } = await merchant.get(`/transfers?limit=3&page=${page}`);
      assert.deepEqual([body.totals, body.last_page, body.current_page], [7, 3, page]);
      assert.equal(body.selected, body.items.length);
      references.push(...body.items.map((item: { reference: string }) => item.reference));
    }
    assert.deepEqual(references, ["p-7", "p-6", "p-5", "p-4", "p-3", "p-2", "p-1"]);
    const beyond = await merchant.get("/transfers?limit=3&page=9");
    assert.deepEqual([beyond.status, beyond.body.selected, beyond.body.items], [200, 0, []]);
    assert.equal((await merchant.get("/transfers?perpage=2")).body.selected, 2);
  });

  it("200: filtered by status, channels, days and search, alone and together", async () => {
    const merchant = await world.merchant();
    const paul = await postBeneficiary(merchant);
    await merchant.post("/transfers", { ...transferOrderTo("000002"), reference: "failing" });
    await merchant.post("/transfers", { ...transfer_order, reference: "50%_off" });
    await merchant.post("/transfers", {
      amount: 10,
      currency: "XAF",
      channel: "cm.orange",
      beneficiary: paul,
      reference: "orange",
    });
    await world.waitUntilIdle();
    const references = async (query: string) =>
      (await merchant.get(`/transfers?${query}`)).body.items.map((item: { reference: string }) => item.reference);
    assert.deepEqual(await references("status=failed"), ["failing"]);
    assert.deepEqual(await references("status=complete"), ["orange", "50%_off"]);
    assert.deepEqual(await references("channels=cm.orange"), ["orange"]);
    assert.deepEqual(await references("channels=cm.orange,cm.mtn&status=complete"), ["orange", "50%_off"]);
    assert.deepEqual(await references("search=ORANGE"), ["orange"]);
    assert.deepEqual(await references("search=%25_"), ["50%_off"]);
    assert.deepEqual(await references("search=essono"), ["orange"]);
    assert.deepEqual(await references(`search=${paul}`), ["orange"]);
    assert.deepEqual(await references("search=6 99 00"), ["orange"]);
    const today = dayIn("Africa/Douala", fromMilliseconds(Date.now()));
    assert.equal((await references(`date_start=${today}&date_end=${today}`)).length, 3);
    assert.deepEqual(await references("date_end=2020-01-01"), []);
    assert.deepEqual(await references("date_start=2090-01-01"), []);
  });

  it("400: an unknown status, a limit over 100, a page below 1, a day that does not exist", async () => {
    const merchant = await world.merchant();
    const status = await merchant.get("/transfers?status=sended");
    assertRefused(status, 400, "status");
    assert.deepEqual(status.body.field_reasons.status[0].params.values, [
      ...["pending", "processing", "complete", "failed", "canceled"],
    ]);
    for (const query of ["limit=101", "limit=0", "limit=x", "page=0", "page=-1", "page=1.5"]) {
      assertRefused(await merchant.get(`/transfers?${query}`), 400, query.split("=")[0]);
    }
    for (const day of ["2026-02-30", "01-02-2026", "2026-1-1", "yesterday"]) {
      assertRefused(await merchant.get(`/transfers?date_start=${day}`), 400, "date_start");
    }
    assertRefused(await merchant.get("/transfers?date_start=2026-02-02&date_end=2026-02-01"), 400, "date_end");
    assertRefused(await merchant.get("/transfers?limit=1&limit=2"), 400, "limit");
  });
});

it("the audit is clean afterwards", async () => {
  await world.waitUntilIdle();
  await world.assertCleanAudit();
});
