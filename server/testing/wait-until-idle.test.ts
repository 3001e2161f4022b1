import assert from "node:assert/strict";
import { it } from "node:test";
import { listDue } from "./wait-until-idle.ts";
import { startTestWorld } from "./world.ts";

const world = await startTestWorld({ works: false });

it("the test world lists due rows, including those that became due since the transaction began", async () => {
  const merchant = await world.merchant({ balance: 10_000n });
  await merchant.post("/transfers", {
    ...{ amount: 500, currency: "XAF", channel: "cm.mtn" },
    beneficiary_data: { name: "Jane Mballa", phone: "+237677123456" },
  });
  await world.rows("delete from outbox");
  await world.rows("update attempts set due_at = 'infinity'");
  await world.db.engine(async (tx) => {
    assert.deepEqual(await listDue(tx), []);
    await world.rows("update attempts set due_at = clock_timestamp()");
    assert.match((await listDue(tx)).join(), /^attempts [^,]*"/);
    assert.equal((await listDue(tx)).length, 1);
  });
});
