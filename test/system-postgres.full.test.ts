import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { it } from "node:test";
import { TIER_VARIABLE } from "#server/testing/random-runs.ts";
import { findSystemPostgres, startSystemPostgres } from "#tools/system-postgres.ts";

const ROOT = join(import.meta.dirname, "..");
// The tests that depend most on the PostgreSQL version: statements, query plans, locks, types and migrations; and those
// in which money moves. Ten or more files run as bundles, which costs less than nine.
const FILES = [
  "server/ledger/ledger.test.ts",
  "server/db/schema/migrate.test.ts",
  "server/db/lists/list-counters.test.ts",
  "server/resources/transfers/create/create.test.ts",
  "server/resources/transfers/create/references.test.ts",
  "server/resources/bulk/create.test.ts",
  "server/resources/refunds/routes.test.ts",
  "server/resources/webhooks/delivery/claims.test.ts",
  "test/lists.test.ts",
  "test/money-in.test.ts",
  "test/outbox.test.ts",
  "test/search-index.test.ts",
];
const OUTPUT_END = 20_000;
const installed = findSystemPostgres();

it("a PostgreSQL of the operating system is installed for these tests", {
  skip: installed.length === 0 && "install the package postgresql to run them",
}, () => {});

for (const bin of installed) {
  const version = bin.split("/").at(-2);
  it(`the database tests pass on PostgreSQL ${version} with its own settings`, async () => {
    const server = await startSystemPostgres(bin);
    try {
      const { NODE_TEST_CONTEXT: _of_this_run, [TIER_VARIABLE]: _tier, ...environment } = process.env;
      const child = spawn(process.execPath, [join("tools", "run-tests.ts"), ...FILES], {
        cwd: ROOT,
        env: { ...environment, KOLO_TEST_SERVER_URL: server.url },
        stdio: ["ignore", "pipe", "pipe"],
      });
      let output = "";
      for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding("utf8").on("data", (text: string) => {
          output = `${output}${text}`.slice(-OUTPUT_END);
        });
      }
      await once(child, "close");
      assert.equal(child.exitCode, 0, output);
      assert.match(output, /^. skipped 0$/m);
    } finally {
      await server.stop();
    }
  });
}
