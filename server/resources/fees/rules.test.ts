import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { completePayment } from "#testing/payments.ts";
import { startTestWorld } from "#testing/world.ts";
import { feeFor } from "./rules.ts";
import { setFee } from "./set.ts";
import type { Fee } from "./store.ts";

const none = { merchant: "mer_1", environment: "test", kind: "transfer", percent_bp: 0, fixed: 0n } as const;
const schedule = (fields: Partial<Fee>): readonly Fee[] => [
  { ...none, channel: "*", minimum: 0n, maximum: null, ...fields },
];

describe("a fee", () => {
  const cases = [
    ["is zero without a schedule", 1_000n, [], 0n],
    ["is a percentage of the amount, to the unit", 1_000n, schedule({ percent_bp: 150 }), 15n],
    ["is rounded up: half a franc costs one", 50n, schedule({ percent_bp: 100 }), 1n],
    ["is rounded up: a hundredth of a franc costs one", 1n, schedule({ percent_bp: 1 }), 1n],
    ["adds the fixed part after rounding", 50n, schedule({ percent_bp: 100, fixed: 10n }), 11n],
    ["is at least the minimum", 50n, schedule({ percent_bp: 100, minimum: 25n }), 25n],
    ["is at most the maximum", 1_000_000n, schedule({ percent_bp: 100, fixed: 10n, maximum: 500n }), 500n],
    ["may have a maximum of zero", 1_000n, schedule({ percent_bp: 100, maximum: 0n }), 0n],
    [
      "is exact beyond the precision of a double",
      9_007_199_254_740_991n,
      schedule({ percent_bp: 1 }),
      900_719_925_475n,
    ],
  ] as const;
  for (const [promise, amount, fees, fee] of cases) {
    it(promise, () => assert.equal(feeFor(amount, fees, "cm.mtn"), fee));
  }

  it("of the channel has precedence over the general one", () => {
    const both = [...schedule({ fixed: 1n }), ...schedule({ channel: "cm.mtn", fixed: 2n })];
    assert.deepEqual([feeFor(10n, both, "cm.mtn"), feeFor(10n, both, "cm.orange")], [2n, 1n]);
  });

  it("above the payment takes the whole payment and no more", async () => {
    const world = await startTestWorld();
    const merchant = await world.merchant({ balance: 0n });
    const fee: Fee = { ...none, ...merchant, kind: "collect", channel: "*", fixed: 700n, minimum: 0n, maximum: null };
    await world.db.engine((tx) => setFee(tx, fee, "test"));
    const id = await completePayment(world, merchant, 500);
    const { transaction } = (await merchant.get(`/payments/${id}`)).body;
    assert.deepEqual([transaction.status, transaction.fee], ["complete", 500]);
    assert.deepEqual(await merchant.balance(), { available: 0, reserved: 0 });
    await world.assertCleanAudit();
  });
});
