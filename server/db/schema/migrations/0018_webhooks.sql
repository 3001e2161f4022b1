-- Webhooks and the deliveries of events to them.

create table webhooks (
  merchant text collate "C" not null references merchants,
  environment text collate "C" not null check (environment in ('test', 'live')),
  id text collate "C" not null,
  url text not null,
  events text[] not null,
  description text,
  active boolean not null,
  -- Sealed.
  secret text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  -- Concurrent requests and requests per second: the merchant's limits, and the platform operator's maxima. Null: the default.
  concurrency integer check (concurrency > 0),
  rate_limit integer check (rate_limit > 0),
  concurrency_max integer check (concurrency_max > 0),
  rate_max integer check (rate_max > 0),
  -- Whether the events of one resource are sent one after another, each after the delivery before it has ended.
  in_order boolean not null default false,
  -- During the rotation of the secret: the new one (sealed), and when it replaces the old one by itself.
  next_secret text,
  next_secret_from timestamptz,
  -- Why the service disabled the webhook.
  disabled_reason text check (disabled_reason in ('gone', 'failing')),
  disabled_at timestamptz,
  -- Number of events about the webhook itself.
  sequence integer not null default 0,
  primary key (merchant, environment, id),
  check ((next_secret is null) = (next_secret_from is null)),
  check ((disabled_reason is null) = (disabled_at is null)),
  check (disabled_reason is null or not active)
);
create unique index webhooks_by_id on webhooks (id);
select kolo_protect('webhooks', 'select, insert, update');

-- The health of webhooks that fail. A webhook without a row is healthy.
create table webhook_health (
  merchant text collate "C" not null,
  environment text collate "C" not null,
  webhook text collate "C" not null,
  -- The first failure since the last success. Null: the last attempt succeeded.
  failing_since timestamptz,
  -- Number of different deliveries that have failed since.
  failing_events integer not null default 0,
  -- When the merchant was warned.
  warned_at timestamptz,
  -- The attempts of the last minutes, from the first failure on.
  window_from timestamptz,
  window_attempts integer not null default 0,
  window_failures integer not null default 0,
  -- The circuit breaker: how many times in a row it opened, and until when nothing is sent.
  openings integer not null default 0,
  open_until timestamptz,
  primary key (merchant, environment, webhook),
  foreign key (merchant, environment, webhook) references webhooks
) with (fillfactor = 70);
create index webhook_health_failing on webhook_health (failing_since) where failing_since is not null;
select kolo_protect('webhook_health', 'select, insert, update, delete');

-- The ranges of the feed that a webhook was subscribed to: events after `after_position`, up to `to_position`. An event in such a
-- range, of one of its types, has exactly one delivery.
create table webhook_subscriptions (
  merchant text collate "C" not null,
  environment text collate "C" not null,
  webhook text collate "C" not null,
  after_position bigint not null,
  to_position bigint check (to_position > after_position),
  events text[] not null,
  primary key (merchant, environment, webhook, after_position),
  foreign key (merchant, environment, webhook) references webhooks
);
create unique index webhook_subscriptions_current on webhook_subscriptions (merchant, environment, webhook)
  where to_position is null;
select kolo_protect('webhook_subscriptions', 'select, insert, update, delete');

-- Deliveries that have not ended: one row for each event and webhook. It moves to `ended_deliveries` after success or the last
-- failure, so that this table is as small as the work that remains.
create table open_deliveries (
  merchant text collate "C" not null,
  environment text collate "C" not null,
  webhook text collate "C" not null,
  id text collate "C" not null,
  event text collate "C" not null,
  created_at timestamptz not null,
  attempts integer not null default 0,
  last_attempt_at timestamptz,
  last_outcome text,
  -- Null: the delivery is held (see the checks).
  due_at timestamptz,
  claimed_at timestamptz,
  lease_holder text collate "C",
  lease_until timestamptz,
  claim integer not null default 0,
  -- Of the event, so that listing deliveries does not read events.
  type text not null,
  resource text collate "C" not null,
  sequence integer not null,
  -- The event's position in the feed.
  position bigint not null,
  -- Why the delivery exists: the webhook is subscribed, or somebody requested a replay or a test.
  origin text not null default 'event' check (origin in ('event', 'replay', 'test')),
  -- Number of manual resends, and of attempts made before the last of them: the retry schedule restarts there.
  resends integer not null default 0,
  schedule_from integer not null default 0,
  -- Whether it waits for an earlier delivery of the same resource.
  waits_turn boolean not null default false,
  in_order boolean not null default false,
  -- Whether the webhook was deleted first: then the delivery is never sent.
  is_closed boolean not null default false,
  -- Whether somebody requested the next attempt.
  is_manual boolean not null default false,
  primary key (merchant, environment, webhook, id),
  foreign key (merchant, environment, webhook) references webhooks,
  foreign key (merchant, environment, event) references events,
  check (attempts >= schedule_from),
  check ((due_at is null) = (waits_turn or is_closed)),
  check (in_order or not waits_turn)
) with (
  -- An update finds room on its page, so that no index changes; vacuum as for a queue (decision 10).
  fillfactor = 45,
  autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_cost_delay = 0
);
-- The id decides between equal times, so that an update does not change the head of the queue.
create index open_deliveries_due on open_deliveries (webhook, due_at, id) where due_at is not null;
create index open_deliveries_in_order on open_deliveries (webhook, resource, position) where in_order;
-- The expression prevents a skip scan of PostgreSQL 18, which with a plan for a small queue reads the whole index (decision 29).
create unique index open_deliveries_by_event on open_deliveries (event, (webhook || ''));
select kolo_protect('open_deliveries', 'select, insert, update, delete');

create table ended_deliveries (
  merchant text collate "C" not null,
  environment text collate "C" not null,
  webhook text collate "C" not null,
  id text collate "C" not null,
  event text collate "C" not null,
  state text not null check (state in ('delivered', 'exhausted')),
  created_at timestamptz not null,
  attempts integer not null check (attempts > 0),
  last_attempt_at timestamptz not null,
  last_outcome text not null,
  ended_at timestamptz not null,
  -- As in `open_deliveries`.
  type text not null,
  resource text collate "C" not null,
  sequence integer not null,
  position bigint not null,
  origin text not null default 'event' check (origin in ('event', 'replay', 'test')),
  resends integer not null default 0,
  schedule_from integer not null default 0,
  in_order boolean not null default false,
  primary key (merchant, environment, webhook, id),
  foreign key (merchant, environment, webhook) references webhooks,
  foreign key (merchant, environment, event) references events
);
create unique index ended_deliveries_by_event on ended_deliveries (event, webhook, merchant, environment);
create index ended_deliveries_exhausted on ended_deliveries (merchant, environment, webhook, id) where state = 'exhausted';
select kolo_protect('ended_deliveries', 'select, insert, delete');

-- Old deliveries are deleted with their attempts (decision 14). This is how many are gone of each webhook, and a time before which
-- all of them had ended: so the audit still finds any other that is missing.
create table deleted_delivery_counts (
  merchant text collate "C" not null,
  environment text collate "C" not null check (environment in ('test', 'live')),
  webhook text collate "C" not null,
  -- Without replays and tests.
  count bigint not null check (count > 0),
  ended_before timestamptz not null,
  primary key (merchant, environment, webhook),
  foreign key (merchant, environment, webhook) references webhooks
);
select kolo_protect('deleted_delivery_counts', 'select, insert, update');
revoke insert, update on deleted_delivery_counts from kolo_api;

-- Every request that was sent, and its outcome.
create table delivery_attempts (
  merchant text collate "C" not null,
  environment text collate "C" not null,
  webhook text collate "C" not null,
  delivery text collate "C" not null,
  number integer not null check (number > 0),
  outcome text not null,
  status integer,
  duration_ms integer not null,
  address text,
  response text,
  attempted_at timestamptz not null,
  was_due_at timestamptz,
  trigger text not null default 'schedule' check (trigger in ('schedule', 'manual')),
  -- Milliseconds from the start to the resolved address, the open connection, and the first byte of the answer.
  resolved_ms integer,
  connected_ms integer,
  answered_ms integer,
  primary key (merchant, environment, webhook, delivery, number),
  foreign key (merchant, environment, webhook) references webhooks
);
select kolo_protect('delivery_attempts', 'select, insert');
-- Only old rows can be deleted: while a delivery may still be sent, all its attempts remain, whatever the code does.
grant delete on delivery_attempts to kolo_engine;
create policy old_rows on delivery_attempts as restrictive for delete to kolo_engine
  using (attempted_at < now() - interval '30 days');
