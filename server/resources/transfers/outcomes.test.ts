import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { transferOrderTo } from "#testing/orders.ts";
import { startTestWorld } from "#testing/world.ts";

const world = await startTestWorld();

describe("outcomes in the sandbox", () => {
  const cases = [
    ["000000", "complete", undefined],
    ["000001", "failed", "provider_account_empty"],
    ["000002", "failed", "provider_error"],
    ["000004", "failed", "rejected_by_payer"],
    ["123456", "complete", undefined],
  ] as const;
  for (const [digits, status, code] of cases) {
    it(`…${digits} ends ${status}`, async () => {
      const merchant = await world.merchant({ balance: 1_000n });
      const { body } = await merchant.post("/transfers", transferOrderTo(digits));
      await world.waitUntilIdle();
      const { transfer } = (await merchant.get(`/transfers/${body.transfer.id}`)).body;
      assert.deepEqual([transfer.status, transfer.failure_code], [status, code]);
      const [listed] = (await merchant.get("/transfers")).body.items;
      assert.deepEqual([listed.failure_code, listed.failure_reason], [code, transfer.failure_reason]);
      const event = (await merchant.get(`/events?resource=${transfer.id}&type=transfer.${status}`)).body.items[0];
      assert.deepEqual([event.data.failure_code, event.data.failure_reason], [code, transfer.failure_reason]);
      assert.equal("completed_at" in transfer, status === "complete");
      assert.equal("failure_reason" in transfer, status === "failed");
      assert.deepEqual(await merchant.balance(), { available: status === "complete" ? 0 : 1_000, reserved: 0 });
    });
  }

  it("a failure from before codes were stored shows its reason and no code", async () => {
    const merchant = await world.merchant({ balance: 1_000n });
    const { id } = (await merchant.post("/transfers", transferOrderTo("000004"))).body.transfer;
    await world.waitUntilIdle();
    await world.rows(`update transfers set failure_code = null where id = '${id}' returning id`);
    const { transfer } = (await merchant.get(`/transfers/${id}`)).body;
    assert.deepEqual([transfer.status, transfer.failure_code], ["failed", null]);
    assert.ok(transfer.failure_reason.length > 0);
  });

  it("…000003 stays processing with its money held until it is queried, then completes", async () => {
    const merchant = await world.merchant({ balance: 1_000n });
    const { id } = (await merchant.post("/transfers", transferOrderTo("000003"))).body.transfer;
    await world.waitUntilIdle();
    assert.equal((await merchant.get(`/transfers/${id}`)).body.transfer.status, "processing");
    assert.deepEqual(await merchant.balance(), { available: 0, reserved: 1_000 });
    world.db.advanceClock(60_000);
    await world.waitUntilIdle();
    assert.equal((await merchant.get(`/transfers/${id}`)).body.transfer.status, "complete");
    assert.deepEqual(await merchant.balance(), { available: 0, reserved: 0 });
  });

  it("…000005 completes after a minute, not before", async () => {
    const merchant = await world.merchant();
    const { id } = (await merchant.post("/transfers", transferOrderTo("000005"))).body.transfer;
    await world.waitUntilIdle();
    world.db.advanceClock(30_000);
    await world.waitUntilIdle();
    assert.equal((await merchant.get(`/transfers/${id}`)).body.transfer.status, "processing");
    world.db.advanceClock(120_000);
    await world.waitUntilIdle();
    assert.equal((await merchant.get(`/transfers/${id}`)).body.transfer.status, "complete");
  });

  it("…000006 completes once, although its callback arrives late and twice", async () => {
    const merchant = await world.merchant({ balance: 1_000n });
    const { id } = (await merchant.post("/transfers", transferOrderTo("000006"))).body.transfer;
    // The sandbox calls back after 2 s and again after 4 s; the first query is due after 5 s.
    await new Promise((done) => setTimeout(done, 4_500));
    await world.waitUntilIdle();
    assert.equal((await merchant.get(`/transfers/${id}`)).body.transfer.status, "complete");
    assert.deepEqual(await merchant.balance(), { available: 0, reserved: 0 });
  });
});

it("the audit is clean afterwards", async () => {
  await world.waitUntilIdle();
  await world.assertCleanAudit();
});
