import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { reasonsOf, ServiceError } from "#kernel/errors.ts";
import { transferOrderTo } from "#testing/orders.ts";
import { completePayment } from "#testing/payments.ts";
import { sharedTestWorld, type TestMerchant } from "#testing/world.ts";
import { addFunds, BALANCE_AFTER_TOP_UP_MAX } from "./add-funds.ts";

const world = await sharedTestWorld();

function topUp({ id, environment }: TestMerchant, amount: bigint) {
  const top_up = { scope: { merchant: id, environment }, currency: "XAF", amount, note: null };
  return world.db.engine((tx) => addFunds(tx, top_up, "test"));
}

describe("a top-up", () => {
  it("is refused with a reason when the balance, holds included, would be too large", async () => {
    const merchant = await world.merchant({ balance: 1_000n });
    // The sandbox never confirms this number, so the amount stays reserved.
    assert.equal((await merchant.post("/transfers", transferOrderTo("000003"))).body.code, 201);
    await assert.rejects(topUp(merchant, BALANCE_AFTER_TOP_UP_MAX - 999n), (error) => {
      assert.ok(error instanceof ServiceError);
      const refusal = {
        reason: "top_up_too_large",
        params: { maximum: Number(BALANCE_AFTER_TOP_UP_MAX), currency: "XAF" },
      };
      assert.deepEqual(reasonsOf(error.fields ?? {}), { amount: [refusal] });
      return true;
    });
    await assert.rejects(topUp(merchant, 2n ** 53n), { kind: "invalid" });
    await topUp(merchant, BALANCE_AFTER_TOP_UP_MAX - 1_000n);
    await assert.rejects(topUp(merchant, 1n), { kind: "invalid" });
    const { available, reserved } = await merchant.balance();
    assert.deepEqual([available + reserved, reserved > 0], [Number(BALANCE_AFTER_TOP_UP_MAX), true]);
  });

  it("leaves room for later payments, however large", async () => {
    const merchant = await world.merchant();
    await topUp(merchant, BALANCE_AFTER_TOP_UP_MAX - BigInt((await merchant.balance()).available));
    await completePayment(world, merchant, 5_000);
    assert.equal((await merchant.balance()).available, Number(BALANCE_AFTER_TOP_UP_MAX) + 5_000);
    await world.assertCleanAudit();
  });

  for (const amount of [0n, -1n]) {
    it(`of ${amount} is refused`, async () => {
      await assert.rejects(topUp(await world.merchant(), amount), { kind: "invalid" });
    });
  }
});
