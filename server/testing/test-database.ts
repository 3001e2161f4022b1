import { randomBytes } from "node:crypto";
import { after } from "node:test";
import pg from "pg";
import { ADVISORY_LOCKS } from "#db/advisory-locks.ts";
import { type Database, openDatabase } from "#db/pool.ts";
import { migrate, schemaFingerprint } from "#db/schema/migrate.ts";
import { readKeyring, useKeyring } from "#kernel/secrets.ts";
import { testServer } from "./test-server.ts";

export interface TestDatabase extends Database {
  readonly url: string;
}

/** The master key of all tests. */
export const TEST_MASTER_KEYS = `1:${Buffer.alloc(32, 7).toString("base64")}`;

const CONNECTIONS = 12;

/** An empty database with the schema, for this test file alone. It is dropped at the end of the file. */
export async function testDatabase(): Promise<TestDatabase> {
  const { url, drop } = await emptyDatabase();
  useKeyring(readKeyring(TEST_MASTER_KEYS));
  const db = openDatabase({ url, connections_max: CONNECTIONS });
  after(async () => {
    await db.close();
    await drop();
  });
  return Object.assign(db, { url });
}

/** Creates an empty database and returns only its URL, for tests that connect by themselves. The caller drops it. */
export async function emptyDatabase(): Promise<{ readonly url: string; drop(): Promise<void> }> {
  const server = await testServer();
  const name = `kolo_t_${randomBytes(6).toString("hex")}`;
  await withAdmin(server.url, async (admin) => {
    const template = await templateDatabase(admin, server.url);
    await admin.query(`create database ${name} template ${template}`);
  });
  return {
    url: withDatabaseName(server.url, name),
    drop: () => withAdmin(server.url, async (admin) => void (await admin.query(`drop database ${name} with (force)`))),
  };
}

/** Returns the template database for the current migrations, created on first use. */
async function templateDatabase(admin: pg.Client, url: string): Promise<string> {
  const name = `kolo_template_${await schemaFingerprint()}`;
  await admin.query("select pg_advisory_lock($1)", [ADVISORY_LOCKS.test_template]);
  try {
    const existing = await admin.query("select 1 from pg_database where datname = $1", [name]);
    if (existing.rowCount === 0) {
      const building = `${name}_building`;
      await admin.query(`drop database if exists ${building}`);
      await admin.query(`create database ${building}`);
      await migrate(withDatabaseName(url, building));
      await admin.query(`alter database ${building} rename to ${name}`);
    }
    return name;
  } finally {
    await admin.query("select pg_advisory_unlock($1)", [ADVISORY_LOCKS.test_template]);
  }
}

const BACKEND_EXIT_TIMEOUT_MS = 30_000;

/** Cuts every connection to a database, and refuses new ones, while `work` runs. */
export async function withoutDatabase(url: string, work: () => Promise<void>): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  const allow = (is_allowed: boolean) => (admin: pg.Client) =>
    admin.query(`alter database ${name} allow_connections ${is_allowed}`).then(() => {});
  await withAdmin(url, allow(false));
  await withAdmin(url, async (admin) => {
    await admin.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = $1", [name]);
    // A signaled backend may end late on a loaded machine, and would then cut a transaction that began after `work`.
    await admin.query("select pg_terminate_backend(pid, $2) from pg_stat_activity where datname = $1", [
      name,
      BACKEND_EXIT_TIMEOUT_MS,
    ]);
  });
  try {
    await work();
  } finally {
    await withAdmin(url, allow(true));
  }
}

/** Makes a database read-only, like a standby, for all connections while `work` runs. */
export async function withoutWrites(url: string, work: () => Promise<void>): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  await withAdmin(url, async (admin) => {
    await admin.query(`alter database ${name} set default_transaction_read_only = on`);
    await admin.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = $1", [name]);
  });
  try {
    await work();
  } finally {
    await withAdmin(url, async (admin) => {
      await admin.query(`alter database ${name} reset default_transaction_read_only`);
    });
  }
}

async function withAdmin(url: string, work: (admin: pg.Client) => Promise<void>): Promise<void> {
  const admin = new pg.Client({ connectionString: withDatabaseName(url, "postgres") });
  await admin.connect();
  try {
    await work(admin);
  } finally {
    await admin.end();
  }
}

function withDatabaseName(url: string, database: string): string {
  const parsed = new URL(url);
  parsed.pathname = `/${database}`;
  return parsed.toString();
}
