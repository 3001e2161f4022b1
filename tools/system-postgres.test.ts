import assert from "node:assert/strict";
import { it } from "node:test";
import pg from "pg";
import { findSystemPostgres, startSystemPostgres } from "./system-postgres.ts";

const [bin] = findSystemPostgres();

it("a PostgreSQL installed by Debian starts on a new data folder, with its own defaults", {
  skip: bin === undefined,
}, async () => {
  const server = await startSystemPostgres(bin ?? "");
  try {
    const client = new pg.Client({ connectionString: server.url });
    await client.connect();
    const { rows } = await client.query("select current_setting('server_version_num')::int / 10000 as version");
    await client.end();
    assert.equal(String(rows[0].version), bin?.split("/").at(-2));
  } finally {
    await server.stop();
  }
});
