import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after } from "node:test";
import pg from "pg";
import { MIGRATIONS } from "#db/migrate.ts";
import { assert } from "#kernel/errors.ts";
import { testServer } from "./test-server.ts";

const FOLDER = join(import.meta.dirname, "..", "db", "migrations");

/** A database in the state of an earlier version. */
export interface OldDatabase {
  /** A superuser, for inserting and reading rows. */
  readonly root: pg.Client;
  /** Runs the migration, as the owner of the database, who is no superuser. */
  take(): Promise<void>;
  close(): Promise<void>;
}

/** A database with all migrations before this one. It is dropped at the end of the test file. */
export async function aDatabaseBefore(step: string): Promise<OldDatabase> {
  const server = await testServer();
  const name = `kolo_t_${randomBytes(6).toString("hex")}`;
  const admin = new pg.Client({ connectionString: server.url });
  await admin.connect();
  await admin.query(`create role ${name} login createrole`);
  await admin.query(`create database ${name} owner ${name}`);
  await grantRoles(admin, name);
  after(async () => {
    await admin.query(`drop database ${name} with (force)`);
    await admin.query(`drop role ${name}`);
    await admin.end();
  });
  const [owner, root] = [name, null].map((user) => {
    const url = new URL(server.url);
    url.pathname = `/${name}`;
    if (user) url.username = user;
    return new pg.Client({ connectionString: url.toString() });
  });
  assert(owner && root, "two clients were made of two names");
  await Promise.all([owner.connect(), root.connect()]);
  const run = async (file: string): Promise<void> => {
    await owner.query(`begin; ${readFileSync(join(FOLDER, file), "utf8")}; commit`);
  };
  await owner.query(MIGRATIONS);
  for (const file of readdirSync(FOLDER).sort()) if (file < step) await run(file);
  return {
    root,
    take: () => run(step),
    async close() {
      await Promise.all([owner.end(), root.end()]);
    },
  };
}

/**
 * Roles belong to the server, not to the database: another test file may have created one, perhaps at this very moment.
 */
/** Grants the service's roles, which all databases of the server share, to a role that is no superuser. */
export async function grantRoles(admin: pg.Client, to: string): Promise<void> {
  for (const role of ["kolo_api", "kolo_engine"]) {
    await admin.query(`do $$ begin
      create role ${role} nologin;
    exception when duplicate_object or unique_violation then
      null;
    end $$`);
    await admin.query(`grant ${role} to ${to} with admin option`);
  }
}
