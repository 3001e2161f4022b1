import assert from "node:assert/strict";
import { it } from "node:test";
import { ServiceError } from "#kernel/errors.ts";
import { startTestWorld } from "#testing/world.ts";
import { createBulk } from "./create.ts";

const world = await startTestWorld({ works: false });

it("of concurrent bulks with the same reference the first is accepted; the others name the entry that is taken", async () => {
  const merchant = await world.merchant({ balance: 100_000n });
  const by = { requested_by: { id: "per_anna", name: "Anna" }, key: null } as const;
  for (let time = 0; time < 10; time += 1) {
    const entry = (index: number) => ({
      ...{ amount: 10, channel: "cm.mtn", reference: `r-${time}-${index}` },
      beneficiary_data: { name: "Jane", phone: `6771${10_000 + time * 10 + index}` },
    });
    const body = { currency: "XAF", transfers: [entry(0), entry(1), entry(2)] };
    const outcomes = await Promise.allSettled(
      [1, 2, 3].map(() => world.db.engine((tx) => createBulk(tx, merchant, body, by))),
    );
    assert.equal(outcomes.filter(({ status }) => status === "fulfilled").length, 1);
    for (const outcome of outcomes) {
      if (outcome.status === "fulfilled") continue;
      const { reason } = outcome;
      assert.ok(reason instanceof ServiceError && reason.fields?.["transfers.0.reference"], String(reason));
    }
  }
  assert.deepEqual(await merchant.balance(), { available: 99_700, reserved: 300 });
  await world.assertCleanAudit();
});
