import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { describe, it } from "node:test";
import { gunzipSync } from "node:zlib";
import pg from "pg";
import { createOwnedDatabase, type OwnedDatabase } from "#testing/owned-database.ts";
import { readSchemaCatalog } from "#testing/schema-catalog.ts";
import { ensureSchema, migrate } from "./migrate.ts";

const ADOPTION = new URL("./adoption/", import.meta.url);
const BASELINE = new URL("./migrations/", import.meta.url);
const DUMP = new URL("../../testing/schema-447b2c8.sql.gz", import.meta.url);
/** The migrations of the last version that had the former names of tables and columns. */
const FORMER_MIGRATIONS = new URL("../../testing/migrations-1fb6548.json.gz", import.meta.url);
const RENAMING_STEP = "0198_standard_names.sql";

/** A database of the first release, with two merchants and at least one row in every table. */
async function aDatabaseOfTheRelease(): Promise<OwnedDatabase> {
  const database = await createOwnedDatabase();
  await asOwner(database, async (owner) => void (await owner.query(gunzipSync(await readFile(DUMP)).toString())));
  return database;
}

interface FormerMigration {
  readonly name: string;
  readonly text: string;
}

async function formerMigrations(): Promise<readonly FormerMigration[]> {
  return JSON.parse(gunzipSync(await readFile(FORMER_MIGRATIONS)).toString());
}

async function recordFormer(owner: pg.Client, migrations: readonly FormerMigration[]): Promise<void> {
  await owner.query("insert into migrations (name, checksum) select * from unnest($1::text[], $2::text[])", [
    migrations.map(({ name }) => name),
    migrations.map(({ text }) => createHash("sha256").update(text).digest("hex")),
  ]);
}

/** An empty database whose tables and columns have the former names. */
async function aDatabaseWithFormerNames(): Promise<OwnedDatabase> {
  const database = await createOwnedDatabase();
  await asOwner(database, async (owner) => {
    await owner.query(
      "create table migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())",
    );
    const migrations = await formerMigrations();
    for (const { text } of migrations) await owner.query(text);
    await recordFormer(owner, migrations);
  });
  return database;
}

/** A database with the former names and with rows: one of the first release, adopted by the former version. */
async function anAdoptedDatabaseWithFormerNames(): Promise<OwnedDatabase> {
  const database = await aDatabaseOfTheRelease();
  await asOwner(database, async (owner) => {
    for (const step of (await readdir(ADOPTION)).sort()) {
      if (step !== RENAMING_STEP) await owner.query(await readFile(new URL(step, ADOPTION), "utf8"));
    }
    const migrations = await formerMigrations();
    for (const { name, text } of migrations) if (name >= "0100") await owner.query(text);
    await owner.query("delete from migrations");
    await recordFormer(owner, migrations);
  });
  return database;
}

/**
 * Every row of every table as JSON, by the table's object id, which does not change when a table or column is renamed.
 */
async function valuesByTable({ root }: OwnedDatabase): Promise<ReadonlyMap<string, readonly string[]>> {
  const tables = await root.query<{ oid: number; name: string }>(`
    select oid, oid::regclass::text as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'migrations'`);
  const values = new Map<string, readonly string[]>();
  for (const { oid, name } of tables.rows) {
    const { rows } = await root.query<{ row: string }>(`select t::text as row from ${name} t order by 1`);
    values.set(
      String(oid),
      rows.map(({ row }) => row),
    );
  }
  return values;
}

async function asOwner(database: OwnedDatabase, work: (owner: pg.Client) => Promise<void>): Promise<void> {
  const owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
  try {
    await work(owner);
  } finally {
    await owner.end();
  }
}

/** The rows of every table, each with its columns and values. */
async function rowsOf(
  { root }: OwnedDatabase,
  columns: ReadonlyMap<string, readonly string[]>,
): Promise<Map<string, string[]>> {
  const rows = new Map<string, string[]>();
  for (const [table, column_names] of columns) {
    const result = await root.query<{ row: string }>(
      `select jsonb_build_array(${column_names.map(pg.escapeIdentifier)})::text as row from ${table} order by 1`,
    );
    rows.set(
      table,
      result.rows.map(({ row }) => row),
    );
  }
  return rows;
}

/** The former and present names of tables and columns, read from the renaming step. */
async function standardNames(): Promise<{
  table(name: string): string;
  column(table: string): (name: string) => string;
}> {
  const step = await readFile(new URL(RENAMING_STEP, ADOPTION), "utf8");
  const tables = new Map([...step.matchAll(/^ {2}\('(\w+)', '(\w+)'\)/gm)].map(([, from = "", to = ""]) => [from, to]));
  const columns = new Map(
    [...step.matchAll(/^ {2}\('(\w+)', '(\w+)', '(\w+)'\)/gm)].map(([, table, from, to = ""]) => [
      `${table}.${from}`,
      to,
    ]),
  );
  assert.ok(tables.size > 10 && columns.size > 10);
  const later = new Map<string, string>();
  for (const file of await readdir(BASELINE)) {
    const text = await readFile(new URL(file, BASELINE), "utf8");
    for (const [, table, from, to = ""] of text.matchAll(/^alter table (\w+) rename column (\w+) to (\w+);/gm))
      later.set(`${table}.${from}`, to);
  }
  const tableName = (name: string): string => tables.get(name) ?? name;
  return {
    table: tableName,
    column: (table) => (name) => {
      const standard = columns.get(`${tableName(table)}.${name}`) ?? name;
      return later.get(`${tableName(table)}.${standard}`) ?? standard;
    },
  };
}

async function columnsOf({ root }: OwnedDatabase): Promise<Map<string, string[]>> {
  const tables = await root.query<{ name: string; columns: string[] }>(`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    group by c.relname`);
  return new Map(tables.rows.map(({ name, columns }) => [name, columns]));
}

/** The steps of the adoption, and the migrations after the baseline. */
async function stepsAndLater(): Promise<readonly string[]> {
  const later = (await readdir(BASELINE)).filter((name) => name >= "0100");
  return [...(await readdir(ADOPTION)), ...later].sort();
}

async function recordedMigrations({ root }: OwnedDatabase): Promise<readonly string[]> {
  const { rows } = await root.query<{ name: string }>('select name from migrations order by name collate "C"');
  return rows.map(({ name }) => name);
}

const fresh = await createOwnedDatabase();
await migrate(fresh.url);

describe("a database of the first release, after its adoption", async () => {
  const old = await aDatabaseOfTheRelease();
  const columns = await columnsOf(old);
  // An address with capitals beyond ASCII is now stored in lower case.
  columns.set("customers", columns.get("customers")?.filter((name) => name !== "email") ?? []);
  const before = await rowsOf(old, columns);
  await migrate(old.url);

  it("has the schema of a new database, object by object", async () => {
    assert.deepEqual(await readSchemaCatalog(old.root), await readSchemaCatalog(fresh.root));
    assert.deepEqual(await recordedMigrations(old), (await readdir(BASELINE)).sort());
    assert.deepEqual(await migrate(old.url), []);
  });

  it("has every row of before", async () => {
    for (const [table, rows] of before) assert.notEqual(rows.length, 0, `the dump has a row in ${table}`);
    // The search index is rebuilt from the other tables, and the migrations are recorded again.
    for (const table of ["search_rows", "search_slots", "migrations"]) columns.delete(table);
    const names = await standardNames();
    const after = await rowsOf(
      old,
      new Map([...columns].map(([table, column_names]) => [names.table(table), column_names.map(names.column(table))])),
    );
    for (const table of columns.keys()) {
      const rows = new Set(after.get(names.table(table)));
      assert.deepEqual(
        before.get(table)?.filter((row) => !rows.has(row)),
        [],
        table,
      );
    }
    const { rows } = await old.root.query("select email from customers where merchant = 'mer_a' order by id");
    assert.deepEqual(
      rows.map(({ email }) => email),
      ["élodie@example.cm", "Jane@Example.cm", "Éva@example.cm"],
    );
    const accounts = await old.root.query("select name, market, collects, pays_out from provider_accounts");
    assert.equal(accounts.rows.length, 3);
    for (const row of accounts.rows)
      assert.deepEqual(row, { name: "sandbox-cm", market: "CM", collects: true, pays_out: true });
  });

  it("shows each merchant its own rows, and grants no role more than a new database does", async () => {
    const { rows: tables } = await old.root.query<{ name: string }>(`
      select c.relname as name
      from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'merchant'
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relrowsecurity
        and has_table_privilege('kolo_api', c.oid, 'select')`);
    assert.ok(tables.length > 30);
    await old.root.query("set role kolo_api");
    for (const { name } of tables) {
      const visibleRows = async (merchant: string) => {
        await old.root.query(
          "select set_config('kolo.merchant', $1, false), set_config('kolo.environment', 'live', false)",
          [merchant],
        );
        return (await old.root.query<{ merchant: string }>(`select distinct merchant from ${name}`)).rows;
      };
      for (const merchant of ["mer_a", "mer_b"]) {
        for (const row of await visibleRows(merchant)) assert.equal(row.merchant, merchant, name);
      }
      assert.deepEqual(await visibleRows(""), [], name);
    }
    await old.root.query("select set_config('kolo.merchant', 'mer_a', false)");
    const { rows } = await old.root.query("select id from transfers");
    assert.deepEqual(rows, [{ id: "trf_a" }]);
  });

  it("has its rows indexed for search again, newest first", async () => {
    const { rows } = await old.root.query(`
      select c.id
      from search_stale s
      join customers c on (c.merchant, c.environment, kolo_minute(c.created_at)) = (s.merchant, s.environment, s.bucket)
      where s.list = 'customers' and s.merchant = 'mer_a' and s.due_at <= now()
      order by s.due_at`);
    assert.deepEqual(
      rows.map(({ id }) => id),
      ["cus_1a", "cus_2a", "cus_3a"],
    );
  });
});

describe("a database of the first release", () => {
  it("is adopted once when several servers start at the same time", async () => {
    const old = await aDatabaseOfTheRelease();
    const applied = await Promise.all([migrate(old.url), migrate(old.url), migrate(old.url)]);
    assert.deepEqual(applied.flat().sort(), await stepsAndLater());
  });

  it("is adopted even if some later steps were applied with another text", async () => {
    const old = await aDatabaseOfTheRelease();
    const steps = (await readdir(ADOPTION)).sort();
    const applied_steps = steps.slice(0, 9);
    await asOwner(old, async (owner) => {
      for (const step of applied_steps) await owner.query(await readFile(new URL(step, ADOPTION), "utf8"));
      await owner.query("insert into migrations (name, checksum) select unnest($1::text[]), 'other'", [applied_steps]);
    });
    assert.deepEqual(
      (await migrate(old.url)).toSorted(),
      (await stepsAndLater()).filter((step) => !applied_steps.includes(step)),
    );
    assert.deepEqual(await recordedMigrations(old), (await readdir(BASELINE)).sort());
  });

  it("stops its adoption at an orphaned row, and continues once the row is gone", async () => {
    const old = await aDatabaseOfTheRelease();
    await old.root.query("update transfers set beneficiary = 'ben_nobody' where id = 'trf_a'");
    await assert.rejects(migrate(old.url), /0196_\w+\.sql .*violates foreign key/);
    await old.root.query("update transfers set beneficiary = 'ben_a' where id = 'trf_a'");
    const steps = (await readdir(ADOPTION)).sort();
    const remaining = (await stepsAndLater()).filter((step) => !steps.slice(0, -3).includes(step));
    assert.deepEqual((await migrate(old.url)).toSorted(), remaining);
  });

  it("is left unchanged by a command, and the error says what to do", async () => {
    const old = await aDatabaseOfTheRelease();
    const before = await readSchemaCatalog(old.root);
    await assert.rejects(ensureSchema(old.url), /^Error: .* \d+ .* 0\d+/);
    assert.deepEqual(await readSchemaCatalog(old.root), before);
  });

  it("is refused and left unchanged if it is older, or newer than the last step to adopt", async () => {
    const old = await aDatabaseOfTheRelease();
    const before = await readSchemaCatalog(old.root);
    await old.root.query("insert into migrations (name, checksum) values ('0199_of_a_branch.sql', 'x')");
    await assert.rejects(
      migrate(old.url),
      /^Error: The database is of a newer Kolo \(it has taken 0199_of_a_branch\.sql\)/,
    );
    await old.root.query("delete from migrations where name >= '0126'");
    await assert.rejects(
      migrate(old.url),
      /^Error: The database is of a Kolo from before its first release \(it lacks 0126_\w+\.sql\): start that release on it, then this one$/,
    );
    assert.deepEqual(await readSchemaCatalog(old.root), before);
  });

  it("has no table locked for the length of a scan, except for two indexes and three small tables", async () => {
    const old = await aDatabaseOfTheRelease();
    const scanned: Record<string, string[]> = {};
    for (const step of (await readdir(ADOPTION)).sort()) {
      await asOwner(old, async (owner) => {
        const existing = await owner.query<{ oid: number }>("select oid from pg_class where relkind = 'r'");
        await owner.query("begin");
        await owner.query(await readFile(new URL(step, ADOPTION), "utf8"));
        const { rows } = await owner.query<{ name: string }>(
          `select distinct s.relname::text as name
          from pg_stat_xact_user_tables s
          join pg_locks l on l.relation = s.relid and l.pid = pg_backend_pid()
          where s.relid = any ($1) and s.seq_scan > 0
            and l.mode in ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')
          order by 1`,
          [existing.rows.map(({ oid }) => oid)],
        );
        await owner.query("commit");
        if (rows.length > 0) scanned[step.slice(0, 4)] = rows.map(({ name }) => name);
      });
    }
    // Steps 0135 and 0145 build indexes on these tables, and the tables of the next two steps are small. Step 0190
    // marks the counters for search in one statement: it would miss a counter that changed meanwhile.
    assert.deepEqual(scanned, {
      "0135": ["payments"],
      "0145": ["invitations"],
      "0160": ["connections"],
      "0181": ["merchants"],
      "0190": ["list_counts"],
    });
  });
});

describe("a database with the former names", () => {
  it("has the schema of a new database afterwards, object by object", async () => {
    const old = await aDatabaseWithFormerNames();
    const former_names = new Set((await formerMigrations()).map(({ name }) => name));
    const later = (await readdir(BASELINE)).filter((name) => name >= "0100" && !former_names.has(name)).sort();
    await assert.rejects(ensureSchema(old.url), /^Error: .* 0198_standard_names/);
    assert.deepEqual(await migrate(old.url), [RENAMING_STEP, ...later]);
    assert.deepEqual(await readSchemaCatalog(old.root), await readSchemaCatalog(fresh.root));
    assert.deepEqual(await recordedMigrations(old), (await readdir(BASELINE)).sort());
    assert.deepEqual(await migrate(old.url), []);
    await ensureSchema(old.url);
  });

  it("keeps every value of every row", async () => {
    const old = await anAdoptedDatabaseWithFormerNames();
    const before = await valuesByTable(old);
    assert.ok(before.size > 60 && [...before.values()].flat().length > before.size);
    await asOwner(old, async (owner) => {
      await owner.query(`begin; ${await readFile(new URL(RENAMING_STEP, ADOPTION), "utf8")}; commit`);
    });
    assert.deepEqual(await valuesByTable(old), before);
  });

  it("continues after a crash between the renaming and its record", async () => {
    const old = await anAdoptedDatabaseWithFormerNames();
    await asOwner(old, async (owner) => {
      await owner.query(`begin; ${await readFile(new URL(RENAMING_STEP, ADOPTION), "utf8")}; commit`);
      await owner.query("insert into migrations (name, checksum) values ($1, 'x')", [RENAMING_STEP]);
    });
    await migrate(old.url);
    assert.deepEqual(await recordedMigrations(old), (await readdir(BASELINE)).sort());
  });

  it("is refused and left unchanged if its baseline has another text", async () => {
    const old = await aDatabaseWithFormerNames();
    await old.root.query("update migrations set checksum = 'x' where name = '0002_merchants.sql'");
    const before = await readSchemaCatalog(old.root);
    const expected = /^Error: The schema of this database is of a Kolo between two versions/;
    await assert.rejects(migrate(old.url), expected);
    await assert.rejects(ensureSchema(old.url), expected);
    assert.deepEqual(await readSchemaCatalog(old.root), before);
  });
});
