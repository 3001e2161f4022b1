import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import pg from "pg";
import { type Database, openDatabase } from "#db/pool.ts";
import { migrate } from "#db/schema/migrate.ts";
import { sql } from "#db/tx.ts";
import { CERTIFICATES, startReadOnlyServer, startTlsProxy, startTransactionPooler } from "#testing/database-proxies.ts";
import { emptyDatabase, withoutWrites } from "#testing/test-database.ts";
import { connectOutsidePool } from "./session.ts";

const { url, drop } = await emptyDatabase();
const name = new URL(url).pathname.slice(1);
const owner = new pg.Client({ connectionString: url });
// One of the tests makes the database read-only and thereby ends this connection, too.
owner.on("error", () => {});
await owner.connect();
const databases: Database[] = [];
after(async () => {
  await Promise.all(databases.map((db) => db.close()));
  await owner.end();
  await drop();
});

function open(options: Parameters<typeof openDatabase>[0]): Database {
  const db = openDatabase(options);
  databases.push(db);
  return db;
}

/** The URL of the same database with other hosts and ports. */
function by(host_list: string, query = ""): string {
  const { username, password } = new URL(url);
  return `postgresql://${username}${password ? `:${password}` : ""}@${host_list}/${name}${query ? `?${query}` : ""}`;
}

const one = (db: Database) => db.engine((tx) => tx.row<{ one: number }>(sql`select 1 as one`));
describe("a session", () => {
  it("overrides the defaults of server, database and user with the settings that Kolo needs", async () => {
    const bad = {
      jit: "on",
      enable_seqscan: "on",
      enable_indexscan: "off",
      max_parallel_workers_per_gather: "4",
      random_page_cost: "4",
      datestyle: "SQL, DMY",
      bytea_output: "escape",
      default_transaction_isolation: "serializable",
      synchronous_commit: "off",
      statement_timeout: "1h",
      search_path: "pg_catalog",
    };
    for (const [setting, value] of Object.entries(bad)) {
      await owner.query(`alter database ${name} set ${setting} = ${setting === "datestyle" ? value : `'${value}'`}`);
    }
    const expected = {
      jit: "off",
      enable_seqscan: "off",
      enable_indexscan: "on",
      max_parallel_workers_per_gather: "0",
      random_page_cost: "1.1",
      datestyle: "ISO, DMY",
      bytea_output: "hex",
      default_transaction_isolation: "read committed",
      synchronous_commit: "on",
      statement_timeout: "25s",
      search_path: "public",
    };
    const settings = Object.keys(expected);
    const db = open({ url, connections_max: 5 });
    const query_config = {
      text: "select name, current_setting(name) as value from unnest($1::text[]) as name",
      values: [settings],
    };
    const query = sql`select name, current_setting(name) as value from unnest(${settings}::text[]) as name`;
    const shown = (rows: readonly { readonly name: string; readonly value: string }[]) =>
      Object.fromEntries(rows.map((row) => [row.name, row.value]));
    assert.deepEqual(shown(await db.engine((tx) => tx.rows(query))), expected);
    const alone = await connectOutsidePool(url, "kolo test");
    const { rows } = await alone.query(query_config);
    await alone.end();
    const { jit, datestyle, search_path } = shown(rows);
    assert.deepEqual([jit, datestyle, search_path], ["off", "ISO, DMY", "public"]);
    for (const setting of Object.keys(bad)) await owner.query(`alter database ${name} reset ${setting}`);
  });
});

describe("with fewer connections than configured", async () => {
  const LIMIT = 6;
  await owner.query(`
    do $$ begin create role kolo_t_few login; exception when duplicate_object then null; end $$;
    alter role kolo_t_few connection limit ${LIMIT};
    grant kolo_api, kolo_engine to kolo_t_few`);
  const few = new URL(url);
  few.username = "kolo_t_few";

  it("serves all requests and transfers with the available ones, and reports their number", async () => {
    const reported: unknown[] = [];
    const db = openDatabase({ url: few.href, connections_max: 20, onAvailable: (counts) => reported.push(counts) });
    try {
      // Thirty parallel requests need more connections than the server allows this user.
      for (let round = 0; round < 3; round += 1) {
        const requests = Array.from({ length: 30 }, () => db.engine((tx) => tx.run(sql`select pg_sleep(0.02)`)));
        await Promise.all([...requests, one(db)]);
      }
      await db.ping();
      const { configured, available } = db.counts();
      assert.equal(configured, 20);
      assert.ok(available <= LIMIT + 1 && available >= 2, String(available));
      assert.equal(reported.length, 1);
    } finally {
      // Close the pool, because the next test counts the connections that are left.
      await db.close();
    }
  });

  it("answers unavailable while others hold all connections, and recovers once some are free", async () => {
    const others = Array.from({ length: LIMIT }, () => new pg.Client({ connectionString: few.href }));
    await Promise.all(others.map((other) => other.connect()));
    const db = open({ url: few.href, connections_max: 20 });
    for (const { status } of await Promise.allSettled([one(db), db.ping()])) {
      assert.equal(status, "rejected");
    }
    await Promise.all(others.slice(2).map((other) => other.end()));
    await Promise.all([one(db), db.ping()]);
    await Promise.all(others.slice(0, 2).map((other) => other.end()));
  });
});

describe("a database URL", () => {
  it("with several hosts selects the one that accepts writes", async () => {
    const there = await startTlsProxy(url);
    const db = open({
      url: by(`127.0.0.1:1,127.0.0.1:${await startReadOnlyServer()},localhost:${there}`, "sslmode=prefer"),
      connections_max: 5,
    });
    await db.ping();
    assert.deepEqual(await one(db), { one: 1 });
  });

  it("with verify-full encrypts, and refuses another authority or another host name", async () => {
    const port = await startTlsProxy(url);
    const root = `sslrootcert=${CERTIFICATES}/authority.pem`;
    for (const good of [
      `localhost:${port}|sslmode=verify-full&${root}`,
      `127.0.0.1:${port}|sslmode=verify-ca&${root}`,
    ]) {
      const [host_list = "", query = ""] = good.split("|");
      const client = await connectOutsidePool(by(host_list, query), "kolo test");
      assert.equal((await client.query("select 1 as one")).rows[0].one, 1);
      await client.end();
    }
    await assert.rejects(connectOutsidePool(by(`127.0.0.1:${port}`, `sslmode=verify-full&${root}`), "kolo test"), /IP/);
    await assert.rejects(
      connectOutsidePool(by(`localhost:${port}`, "sslmode=verify-full"), "kolo test"),
      /certificate/,
    );
  });
});

describe("the start is refused, with the reason,", () => {
  it("on a read-only database", async () => {
    await withoutWrites(url, async () => {
      await assert.rejects(migrate(url), /takes no writes/);
    });
  });

  it("behind a pooler that shares connections between transactions", async () => {
    await assert.rejects(
      migrate(by(`127.0.0.1:${await startTransactionPooler(url)}`)),
      /Kolo needs pool_mode = session/,
    );
  });
});
