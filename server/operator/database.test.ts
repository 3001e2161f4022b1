import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { it } from "node:test";
import pg from "pg";
import { readConfig } from "#config.ts";
import { emptyDatabase } from "#testing/test-database.ts";
import { withDatabase } from "./database.ts";

it("a command on an empty database sets it up, and says so once", async () => {
  const database = await emptyDatabase();
  const folder = await mkdtemp(join(tmpdir(), "kolo-command-"));
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query("drop schema public cascade");
  await client.query("create schema public");
  await client.query("grant usage on schema public to public");
  await client.end();
  const config = readConfig({ DATABASE_URL: database.url, KOLO_DATA: folder });
  const warnings: string[] = [];
  for (const _time of [1, 2]) {
    await withDatabase(
      config,
      (db) => db.ping(),
      (text) => warnings.push(text),
    );
  }
  assert.deepEqual(warnings, [
    "There was nothing in the database of DATABASE_URL: a new, empty Kolo has been made there.",
  ]);
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});
