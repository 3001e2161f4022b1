import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, it } from "node:test";
import pg from "pg";
import { testServer } from "#testing/test-server.ts";

const FOLDER = join(import.meta.dirname, "migrations");
const STEP = "0020_deliveries.sql";

const ROWS = `
  insert into merchants (id, name, email, country, currency, created_at, updated_at)
  values ('mer_1', 'M', 'm@example.cm', 'CM', 'XAF', now(), now());
  insert into feeds (merchant, environment, last_position) values ('mer_1', 'test', 2);
  insert into webhooks (merchant, environment, id, url, events, active, secret, created_at, updated_at, deleted_at)
  values
    ('mer_1', 'test', 'whk_on', 'u', '{customer.created}', true, 's', now(), now(), null),
    ('mer_1', 'test', 'whk_off', 'u', '{customer.created}', false, 's', now(), now(), null),
    ('mer_1', 'test', 'whk_gone', 'u', '{customer.created}', false, 's', now(), now(), now());
  insert into events (merchant, environment, id, type, resource, sequence, body, created_at)
  select 'mer_1', 'test', 'evt_' || n, 'customer.created', 'cus_' || n, 1, '{}', now() from generate_series(1, 2) n;
  insert into feed select 'mer_1', 'test', n, 'evt_' || n from generate_series(1, 2) n;
  insert into deliveries_open (merchant, environment, webhook, id, event, created_at, due_at)
  values
    ('mer_1', 'test', 'whk_on', 'dlv_on', 'evt_2', now(), now()),
    ('mer_1', 'test', 'whk_off', 'dlv_held', 'evt_1', now(), null),
    ('mer_1', 'test', 'whk_gone', 'dlv_gone', 'evt_1', now(), null);
  insert into deliveries_ended (
    merchant, environment, webhook, id, event, state, created_at, attempts, last_attempt_at, last_outcome, ended_at
  )
  values ('mer_1', 'test', 'whk_on', 'dlv_done', 'evt_1', 'delivered', now(), 1, now(), 'delivered', now())`;

it("deliveries from before they were described are described, by an owner that is no superuser", async () => {
  const server = await testServer();
  const name = `kolo_t_${randomBytes(6).toString("hex")}`;
  const admin = new pg.Client({ connectionString: server.url });
  await admin.connect();
  await admin.query(`create role ${name} login createrole`);
  await admin.query(`create database ${name} owner ${name}`);
  for (const role of ["kolo_api", "kolo_engine"]) {
    const { rowCount } = await admin.query("select from pg_roles where rolname = $1", [role]);
    if (rowCount === 1) await admin.query(`grant ${role} to ${name} with admin option`);
  }
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
  assert.ok(owner && root);
  await Promise.all([owner.connect(), root.connect()]);
  const take = (file: string) => owner.query(`begin; ${readFileSync(join(FOLDER, file), "utf8")}; commit`);
  for (const file of readdirSync(FOLDER).sort()) if (file < STEP) await take(file);
  await root.query(ROWS);
  await take(STEP);
  const open = await root.query(
    "select id, resource, position, due_at is null as has_no_time, is_closed from deliveries_open order by id",
  );
  assert.deepEqual(open.rows, [
    { id: "dlv_gone", resource: "cus_1", position: "1", has_no_time: true, is_closed: true },
    { id: "dlv_held", resource: "cus_1", position: "1", has_no_time: false, is_closed: false },
    { id: "dlv_on", resource: "cus_2", position: "2", has_no_time: false, is_closed: false },
  ]);
  const ended = await root.query("select id, type, position from deliveries_ended");
  assert.deepEqual(ended.rows, [{ id: "dlv_done", type: "customer.created", position: "1" }]);
  const subscribed = await root.query("select webhook, after_position, to_position from webhook_subscriptions");
  assert.deepEqual(subscribed.rows, [{ webhook: "whk_on", after_position: "2", to_position: null }]);
  const open_to_owner = await root.query(
    "select relname from pg_class where relrowsecurity and not relforcerowsecurity and relnamespace = 'public'::regnamespace",
  );
  assert.deepEqual(open_to_owner.rows, []);
  await Promise.all([owner.end(), root.end()]);
});
