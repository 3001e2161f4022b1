import assert from "node:assert/strict";
import { it } from "node:test";
import { aDatabaseBefore } from "#testing/upgrade.ts";

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
  const { root, take, close } = await aDatabaseBefore(STEP);
  await root.query(ROWS);
  await take();
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
  await close();
});
