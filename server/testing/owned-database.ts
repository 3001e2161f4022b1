import { randomBytes } from "node:crypto";
import { after } from "node:test";
import pg from "pg";
import { testServer } from "./test-server.ts";

/** An empty database, with two connection URLs. */
export interface OwnedDatabase {
  /** The URL for the database's owner, which is not a superuser, as usual with a hosted database. */
  readonly url: string;
  /** A superuser's connection, which reads every row. */
  readonly root: pg.Client;
}

/** Creates a database without a schema, whose owner is not a superuser. It is dropped at the end of the test file. */
export async function createOwnedDatabase(): Promise<OwnedDatabase> {
  const server = await testServer();
  const name = `kolo_t_${randomBytes(6).toString("hex")}`;
  const admin = new pg.Client({ connectionString: server.url });
  await admin.connect();
  await admin.query(`create role ${name} login createrole`);
  await admin.query(`create database ${name} owner ${name}`);
  await grantRoles(admin, name);
  const url = new URL(server.url);
  url.pathname = `/${name}`;
  const root = new pg.Client({ connectionString: url.toString() });
  await root.connect();
  url.username = name;
  after(async () => {
    await root.end();
    await admin.query(`drop database ${name} with (force)`);
    await admin.query(`drop role ${name}`);
    await admin.end();
  });
  return { url: url.toString(), root };
}

/** Grants the service's roles to a role that is not a superuser. All databases of the server share the roles. */
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
