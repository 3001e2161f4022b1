import assert from "node:assert/strict";
import { it } from "node:test";
import pg from "pg";
import { debiansPostgres, startOtherPostgres } from "./other-postgres.ts";

const [bin] = debiansPostgres();

it("a PostgreSQL of Debian's is started on data of its own, with its own defaults", {
  skip: bin === undefined,
}, async () => {
  const server = await startOtherPostgres(bin ?? "");
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
