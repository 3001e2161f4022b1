import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, it } from "node:test";
import type { Database } from "#db/pool.ts";
import { listBands } from "#resources/charges/store.ts";
import { list } from "#resources/merchants/store.ts";
import { testDatabase } from "#testing/test-database.ts";
import { prepareDemoMerchant } from "./demo-merchant.ts";

const db = await testDatabase();
const folder = mkdtempSync(join(tmpdir(), "kolo-demo-"));
after(() => rmSync(folder, { recursive: true }));

it("a first start killed after the demo's commit leaves its keys in the file, for the next start", async () => {
  let commits = 0;
  const killed: Database = {
    ...db,
    engine: async (work) => {
      const result = await db.engine(work);
      commits += 1;
      // The first transaction only checks whether merchants exist; the second creates the demo.
      if (commits === 2) throw new Error("killed");
      return result;
    },
  };
  await assert.rejects(prepareDemoMerchant(killed, folder, "http://127.0.0.1:1"), /killed/);
  assert.equal((await db.engine(list)).length, 1);
  const demo = await prepareDemoMerchant(db, folder, "http://127.0.0.1:2");
  assert.match(demo?.private_key ?? "", /^test_sk_/);
  assert.equal((await db.engine(listBands)).length, 3, "the sandbox has charges");
  assert.deepEqual(readdirSync(folder), ["demo.env"]);
  assert.equal(statSync(join(folder, "demo.env")).mode & 0o777, 0o600);
});
