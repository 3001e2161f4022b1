import assert from "node:assert/strict";
import { describe, it } from "node:test";
import pg from "pg";
import { openDatabase } from "#db/pool.ts";
import { emptyDatabase } from "#testing/test-database.ts";
import { ensureSchema, migrate } from "./migrate.ts";

async function dropSchema(client: pg.Client): Promise<void> {
  await client.query("drop schema public cascade");
  await client.query("create schema public");
  await client.query("grant usage on schema public to public");
}

describe("migrations", () => {
  it("are applied once when several servers start on an empty database at the same time", async () => {
    const database = await emptyDatabase();
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query("drop owned by current_user cascade").catch(() => {});
    await dropSchema(client);
    const applied = await Promise.all([migrate(database.url), migrate(database.url), migrate(database.url)]);
    const all = applied.flat();
    assert.ok(all.length > 0);
    assert.equal(new Set(all).size, all.length);
    assert.deepEqual(await migrate(database.url), []);
    await client.end();
    await database.drop();
  });

  it("return the search views to the engine after a restore by another owner", async () => {
    const database = await emptyDatabase();
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const owner =
      "select relowner::regrole::text as owner from pg_class where relname in ('own_search_index', 'own_search_trigrams')";
    assert.deepEqual((await client.query(owner)).rows, [{ owner: "kolo_engine" }, { owner: "kolo_engine" }]);
    await client.query("alter view own_search_trigrams owner to current_user");
    await migrate(database.url);
    assert.deepEqual((await client.query(owner)).rows, [{ owner: "kolo_engine" }, { owner: "kolo_engine" }]);
    const may_create = "select has_schema_privilege('kolo_engine', 'public', 'create') as may_create";
    assert.deepEqual((await client.query(may_create)).rows, [{ may_create: false }]);
    await client.end();
    await database.drop();
  });

  it("let the engine read everything, for dumps, even after a restore by another user", async () => {
    const database = await emptyDatabase();
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    // Default privileges belong to one user. A database restored by another user lacks them.
    await client.query("alter default privileges in schema public revoke select on sequences from kolo_engine");
    await migrate(database.url);
    await client.query("create sequence of_tomorrow");
    const { rows } = await client.query(`
      select relname from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'S', 'v')
        and not has_table_privilege('kolo_engine', oid, 'select')`);
    assert.deepEqual(rows, []);
    await client.end();
    await database.drop();
  });

  it("stop if an applied one has changed", async () => {
    const database = await emptyDatabase();
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query("update migrations set checksum = 'other' where name like '0002%'");
    await client.end();
    await assert.rejects(migrate(database.url), /0002_merchants\.sql was changed after it was applied/);
    await database.drop();
  });

  it("refuse a database of a newer version, and change nothing", async () => {
    const database = await emptyDatabase();
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query("insert into migrations (name, checksum) values ('9999_of_tomorrow.sql', 'x')");
    await assert.rejects(migrate(database.url), /newer Kolo \(it has taken 9999_of_tomorrow\.sql\)/);
    await client.query("delete from migrations where name = '9999_of_tomorrow.sql'");
    assert.deepEqual(await migrate(database.url), []);
    await client.end();
    await database.drop();
  });

  it("wait for an older Kolo to end, else change nothing; without a step to apply they do not wait", async () => {
    const database = await emptyDatabase();
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const older = openDatabase({ url: database.url, connections_max: 1 });
    await older.ping();
    assert.deepEqual(await migrate(database.url, 0), []);
    const first = await client.query("delete from migrations where name like '0001%' returning name, checksum");
    await assert.rejects(
      migrate(database.url, 0),
      /^Error: Another Kolo works on this database, and does not know what 0001_\w+\.sql changes: stop it, then try again$/,
    );
    const waiting = migrate(database.url, 60_000);
    // The first step would fail if it were applied again: its objects exist.
    const outcome = assert.rejects(waiting, /0001_\w+\.sql /);
    await older.close();
    await outcome;
    assert.equal(first.rowCount, 1);
    await client.end();
    await database.drop();
  });

  it("that another process is still applying are awaited by a command", async (test) => {
    const database = await emptyDatabase();
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    test.after(async () => {
      await client.end();
      await database.drop();
    });
    await dropSchema(client);
    const first = ensureSchema(database.url);
    const hasBegun = async () => {
      const { rows } = await client.query("select to_regclass('migrations') is not null as has_begun");
      return rows[0]?.has_begun === true;
    };
    while (!(await hasBegun()));
    assert.deepEqual(await Promise.all([first, ensureSchema(database.url)]), [true, false]);
  });

  it("are not applied by a command, unless the database is empty", async (test) => {
    const database = await emptyDatabase();
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    test.after(async () => {
      await client.end();
      await database.drop();
    });
    const queryRows = async (text: string) => (await client.query(text)).rows;
    await ensureSchema(database.url);
    // The first of these migrations creates functions, so it cannot be applied twice.
    await client.query("create table kept as select * from migrations where name >= '0033'");
    const lacking = (await queryRows("select from kept")).length;
    await client.query("delete from migrations where name in (select name from kept)");
    await assert.rejects(
      ensureSchema(database.url),
      new RegExp(
        `^Error: The database is of an older Kolo: it lacks ${lacking} steps up to \\d{4}_\\w+\\.sql\\. .*use its own commands; to upgrade, `,
      ),
    );
    assert.deepEqual(await queryRows("select from migrations where name in (select name from kept)"), []);
    await assert.rejects(
      migrate(database.url),
      /^Error: The migration 0033_\w+\.sql failed, and nothing of it was kept: /,
    );
    await client.query("insert into migrations select * from kept on conflict do nothing");
    await client.query("insert into migrations (name, checksum) values ('9999_of_tomorrow.sql', 'x')");
    await assert.rejects(ensureSchema(database.url), /newer Kolo \(it has taken 9999_of_tomorrow\.sql\)/);
    await client.query("delete from migrations where name like '9999%'");
    await client.query("update migrations set checksum = 'other' where name like '0002%'");
    await assert.rejects(ensureSchema(database.url), /0002_merchants\.sql was changed after it was applied/);
    await dropSchema(client);
    await ensureSchema(database.url);
    assert.notDeepEqual(await queryRows("select from migrations"), []);
  });
});
