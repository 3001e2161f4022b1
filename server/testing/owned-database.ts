import { randomBytes } from "node:crypto";
import { after } from "node:test";
import pg from "pg";
import { testServer } from "./test-server.ts";

/** An empty database, with two connection URLs. */
export interface OwnedDatabase {
  /** As its owner, who is no superuser, as usual with a hosted database. */
  readonly url: string;
  /** As a superuser, who sees every row. */
  readonly root: pg.Client;
}

/** Creates a database without a schema, whose owner is no superuser. It is dropped at the end of the test file. */
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
