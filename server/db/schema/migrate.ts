import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { ADVISORY_LOCKS } from "#db/advisory-locks.ts";
import { APPLICATION_NAME, APPLICATION_NAME_WITH_KEY } from "#db/driver/database-connections.ts";
import { connectOutsidePool } from "#db/driver/session.ts";
import { declarePlannerStatistics } from "#db/lists/planner-statistics.ts";
import { missingAdoptionSteps, recordBaseline } from "./adoption.ts";
import { checkDatabaseRequirements } from "./database-requirements.ts";
import { type Migration, readMigrations, refuseNewerSchema } from "./migration-files.ts";

const MIGRATION_APPLICATION_NAME = "kolo migrate";
const MIGRATIONS_FOLDER = new URL("./migrations/", import.meta.url);

const CREATE_MIGRATIONS_TABLE = `
  create table if not exists migrations (
    name text primary key,
    checksum text not null,
    applied_at timestamptz not null default now()
  )`;

// The time that a service of the previous version may need to stop: a supervisor may stop it and start this one
// together.
const SHUTDOWN_WAIT_MS = 15_000;
const POLL_INTERVAL_MS = 100;

/**
 * Migrates a database's schema to this version of the code, each step in a transaction of its own. An empty database
 * gets the files of `migrations/`. A database of the first release gets the steps of `adoption/`, which lead to the
 * same schema.
 *
 * Several servers may start at once: one migrates, the others wait. If a step must be applied, it first waits until
 * services and commands of the previous version have ended. Returns the names of the applied steps.
 *
 * Errors: an `Error` with one sentence in these cases:
 * - an applied step has changed since;
 * - a newer version has applied further steps;
 * - the database is older than the first release;
 * - another Kolo still uses it after `wait_ms` milliseconds;
 * - the user may not create roles and tables here.
 */
export async function migrate(url: string, wait_ms = SHUTDOWN_WAIT_MS): Promise<readonly string[]> {
  const migrations = await readMigrations(MIGRATIONS_FOLDER);
  const client = await connectOutsidePool(url, MIGRATION_APPLICATION_NAME);
  try {
    await checkDatabaseRequirements(client, url);
    // The lock is held until the connection ends: other servers wait until everything below is done.
    await client.query("select pg_advisory_lock($1)", [ADVISORY_LOCKS.migrations]);
    const give_up_at = Date.now() + wait_ms;
    const applied = await adoptBaseline(client, migrations, give_up_at);
    for (const migration of migrations) {
      if (await applyMigration(client, migration, give_up_at)) applied.push(migration.name);
    }
    await refuseNewerSchema(client, migrations.at(-1)?.name ?? "");
    if (applied.length > 0) await declarePlannerStatistics(client);
    await repairOwnership(client);
    return applied;
  } finally {
    await client.end();
  }
}

/**
 * Ensures that a database has the schema of this version, for commands that run beside services. Creates the schema in
 * an empty database, and waits for another process that does. It never upgrades a schema: services of the previous
 * version may still use it. Returns whether the database was empty.
 *
 * Errors: an `Error` with one sentence if the schema is older or newer, or if an applied step has changed.
 */
export async function ensureSchema(url: string): Promise<boolean> {
  const client = await connectOutsidePool(url, MIGRATION_APPLICATION_NAME);
  try {
    await checkDatabaseRequirements(client, url);
    const result = await client.query("select to_regclass('migrations') is null as is_empty");
    const is_empty = result.rows[0]?.is_empty === true;
    if (is_empty) await migrate(url);
    else await refuseOtherSchema(client);
    return is_empty;
  } finally {
    await client.end();
  }
}

async function refuseOtherSchema(client: pg.Client): Promise<void> {
  // Another process may be migrating: wait until it has ended.
  await client.query("select pg_advisory_lock_shared($1)", [ADVISORY_LOCKS.migrations]);
  const to_adopt = await missingAdoptionSteps(client);
  if (to_adopt) return refuseOlderSchema(to_adopt);
  const migrations = await readMigrations(MIGRATIONS_FOLDER);
  const last = migrations.at(-1)?.name ?? "";
  const applied = await client.query<{ name: string; checksum: string }>("select name, checksum from migrations");
  const checksums = new Map(applied.rows.map(({ name, checksum }) => [name, checksum]));
  for (const migration of migrations) refuseChangedMigration(migration, checksums.get(migration.name));
  await refuseNewerSchema(client, last);
  refuseOlderSchema(migrations.filter(({ name }) => !checksums.has(name)));
}

function refuseOlderSchema(missing: readonly Migration[]): void {
  const last = missing.at(-1)?.name;
  if (last === undefined) return;
  const missing_text = missing.length === 1 ? last : `${missing.length} steps up to ${last}`;
  throw new Error(
    `The database is of an older Kolo: it lacks ${missing_text}. Where that Kolo still runs, use its own commands; ` +
      "to upgrade, make a dump, stop it, then start this one, or run: kolo migrate",
  );
}

/** A fingerprint of the schema that these files create: tests keep one template database for each. */
export async function schemaFingerprint(): Promise<string> {
  const hash = createHash("sha256");
  for (const migration of await readMigrations(MIGRATIONS_FOLDER)) hash.update(migration.checksum);
  return hash.digest("hex").slice(0, 16);
}

/**
 * Repairs ownership at every start: a restored dump belongs to the user who restored it. The search views run with the
 * rights of `kolo_engine`, because the tables' owner sees no row under row-level security. The engine may also read
 * later sequences, for dumps made as that role.
 */
async function repairOwnership(client: pg.Client): Promise<void> {
  await client.query("begin");
  await client.query(`
    do $$
    declare
      view_name regclass;
    begin
      for view_name in
        select oid from pg_class
        where oid in ('own_search_index'::regclass, 'own_search_trigrams'::regclass) and relowner <> 'kolo_engine'::regrole
      loop
        grant create on schema public to kolo_engine;
        execute format('alter view %s owner to kolo_engine', view_name);
        revoke create on schema public from kolo_engine;
      end loop;
    end
    $$`);
  await client.query("alter default privileges in schema public grant select on sequences to kolo_engine");
  await client.query("commit");
}

/**
 * Migrates a database of the first release to the baseline, and records that. Returns the names of the applied steps.
 */
async function adoptBaseline(
  client: pg.Client,
  migrations: readonly Migration[],
  give_up_at: number,
): Promise<string[]> {
  const steps = await missingAdoptionSteps(client);
  if (!steps) return [];
  for (const step of steps) await applyMigration(client, step, give_up_at);
  await recordBaseline(client, migrations);
  return steps.map(({ name }) => name);
}

async function applyMigration(client: pg.Client, migration: Migration, give_up_at: number): Promise<boolean> {
  await client.query("begin");
  try {
    await client.query(CREATE_MIGRATIONS_TABLE);
    const recorded = await client.query("select checksum from migrations where name = $1", [migration.name]);
    const checksum: unknown = recorded.rows[0]?.checksum;
    refuseChangedMigration(migration, checksum);
    if (checksum === undefined) {
      await awaitOtherProcesses(client, migration.name, give_up_at);
      await client.query(migration.text);
      await client.query("insert into migrations (name, checksum) values ($1, $2)", [
        migration.name,
        migration.checksum,
      ]);
    }
    await client.query("commit");
    return checksum === undefined;
  } catch (error) {
    await client.query("rollback");
    throw explainError(error, migration.name);
  }
}

/**
 * Waits until no other Kolo uses the database, because old code must not run on a new schema. No process of this
 * version uses it yet: each one first waits for the migration.
 */
async function awaitOtherProcesses(client: pg.Client, name: string, give_up_at: number): Promise<void> {
  for (;;) {
    // PostgreSQL reads the statistics once per transaction and keeps them, unless the snapshot is cleared.
    await client.query("select pg_stat_clear_snapshot()");
    const others = await client.query(
      `select from pg_stat_activity
      where datname = current_database() and (application_name = $1 or starts_with(application_name, $2))`,
      [APPLICATION_NAME, APPLICATION_NAME_WITH_KEY],
    );
    if (others.rowCount === 0) return;
    if (Date.now() >= give_up_at) {
      throw new Error(
        `Another Kolo works on this database, and does not know what ${name} changes: stop it, then try again`,
      );
    }
    await sleep(POLL_INTERVAL_MS);
  }
}

function refuseChangedMigration({ name, checksum }: Migration, applied: unknown): void {
  if (applied === undefined || applied === checksum) return;
  throw new Error(`The migration ${name} was changed after it was applied: restore the file, add a new one`);
}

function explainError(error: unknown, name: string): unknown {
  if (!(error instanceof pg.DatabaseError)) return error;
  if (error.code !== "42501") {
    return new Error(`The migration ${name} failed, and nothing of it was kept: ${error.message}`, { cause: error });
  }
  return new Error(
    `The database user may not set up Kolo (${error.message}): it needs to own the database and to have CREATEROLE`,
    { cause: error },
  );
}
