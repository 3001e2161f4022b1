import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { migrate } from "#server/db/schema/migrate.ts";
import { transfer_order } from "#server/testing/orders.ts";
import { is_pgbouncer_installed, startPgbouncer } from "#server/testing/pgbouncer.ts";
import { emptyDatabase } from "#server/testing/test-database.ts";
import { startTestWorld } from "#server/testing/world.ts";

const skip = !is_pgbouncer_installed && "pgbouncer is not installed: install the package pgbouncer to run these tests";

describe("behind pgbouncer", { skip }, async () => {
  if (!is_pgbouncer_installed) return;
  const database = await emptyDatabase();
  const pgbouncer = await startPgbouncer(database.url, "session");
  const world = await startTestWorld({ database_url: pgbouncer.url });
  after(async () => {
    await pgbouncer.stop();
    await database.drop();
  });

  it("in session mode, transfers and bulks are accepted, sent and booked", async () => {
    const merchant = await world.merchant({ balance: 1_000_000n });
    const transfers = Array.from({ length: 300 }, (_, entry) => ({ ...transfer_order, amount: 1 + entry }));
    const [one, bulk, ...others] = await Promise.all([
      merchant.post("/transfers", transfer_order),
      merchant.post("/transfers/bulk", { currency: "XAF", transfers }),
      ...Array.from({ length: 50 }, () => merchant.get("/balance")),
    ]);
    assert.deepEqual([one?.status, bulk?.status], [201, 201]);
    assert.ok(others.every(({ status }) => status === 200));
    await world.waitUntilIdle();
    const { body } = await merchant.get("/transfers?status=complete");
    assert.equal(body.totals, 301);
    await world.assertCleanAudit();
  });

  for (const pool_mode of ["transaction", "statement"] as const) {
    it(`in ${pool_mode} mode, the start is refused with the reason`, async () => {
      const sharing = await startPgbouncer(database.url, pool_mode);
      try {
        await assert.rejects(migrate(sharing.url), /Kolo needs pool_mode = session/);
      } finally {
        await sharing.stop();
      }
    });
  }
});
