import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import type { FakeMovement } from "#providers/plugins/fakes/book.ts";
import { runCommand } from "#testing/command.ts";
import { connectFakeNetworks } from "#testing/fake-networks.ts";
import { TEST_MASTER_KEYS } from "#testing/test-database.ts";
import { startTestWorld, type TestMerchant } from "#testing/world.ts";
import { resolveException } from "./resolve.ts";
import { listOpenExceptions } from "./store.ts";

const world = await startTestWorld();
const operators = await connectFakeNetworks(world);
const HEAD = ["Id", "External Id", "Date", "Type", "Status", "To", "Amount", "Fee"];

/** Returns the row of MTN's portal report for a movement at the provider. */
function rowOf({ id, external_id, at, kind, party, amount }: FakeMovement): string[] {
  return [`F${id.slice(0, 8)}`, external_id, at, kind, "Successful", party, amount, "2"];
}

async function pay(merchant: TestMerchant, phone: string, amount: number): Promise<string> {
  const beneficiary_data = { name: "Jane", phone };
  const made = await merchant.post("/transfers", { amount, currency: "XAF", channel: "cm.mtn", beneficiary_data });
  await world.waitUntilIdle();
  operators.advance(10_000);
  await operators.mtn.callbacksSent();
  await world.waitUntilIdle();
  return made.body.transfer.id;
}

describe("kolo reconcile", () => {
  it("imports a file, prints sums that tie, and lists open exceptions", async () => {
    const folder = mkdtempSync(join(tmpdir(), "kolo-reconcile-"));
    after(() => rmSync(folder, { recursive: true, force: true }));
    const path = join(folder, "day.csv");
    const merchant = await world.merchant({ environment: "live", balance: 100_000n });
    await pay(merchant, "677300031", 4_444);
    const row = operators.mtn.book.movements.slice(-1).map(rowOf)[0] ?? [];
    writeFileSync(path, `\uFEFF${HEAD.join(";")}\n${row.join(";")}\n`);
    const environment = { DATABASE_URL: world.database_url, KOLO_MASTER_KEYS: TEST_MASTER_KEYS };
    const { code, stdout, stderr } = await runCommand(["--json", "reconcile", "import", "mtn", path], environment);
    assert.equal(code, 0, stderr);
    const printed = JSON.parse(stdout);
    assert.deepEqual([printed.statement_total, printed.unexplained, printed.matched], [-4_444, 0, 1]);
    const again = path.replace("day", "again");
    writeFileSync(again, `${HEAD.join(";")}\n${row.join(";")}\n\n`);
    const of = (...options: readonly string[]) =>
      runCommand(["--json", "reconcile", "import", "mtn", again, ...options], environment);
    assert.notEqual((await of("--zone", "WAT")).code, 0);
    const result = await of("--from", "2020-01-01", "--to", "2020-01-02", "--zone", "Asia/Tokyo");
    assert.equal(result.code, 0, result.stderr);
    const { id, open } = JSON.parse(result.stdout);
    assert.equal(open, 1);
    assert.deepEqual(await world.rows(`select exception from statement_lines where statement = '${id}'`), [
      { exception: "outside" },
    ]);
    const [statement] = await world.rows(
      `select time_zone, begins_at::text, ends_at::text from statements where id = '${id}'`,
    );
    assert.deepEqual(statement, {
      ...{ time_zone: "Asia/Tokyo", begins_at: "2019-12-31 15:00:00+00", ends_at: "2020-01-01 15:00:00+00" },
    });
    const [first] = await world.rows(`select time_zone from statements where id = '${printed.id}'`);
    assert.deepEqual(first, { time_zone: "Africa/Douala" });
    for (const { id: line } of await world.db.engine(listOpenExceptions))
      await world.db.engine((tx) =>
        resolveException(tx, line, { resolution: "ignore", note: "A test", actor: "test", merchant: null }),
      );
    const list = await runCommand(["reconcile", "exceptions"], environment);
    assert.match(list.stdout, /\(none\)/);
    await world.assertCleanAudit();
  });
});
