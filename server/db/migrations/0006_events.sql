-- What happened, told once and for ever, and who is told.

-- Written in the transaction of the change. `body` is the exact text every receiver gets.
create table events (
  merchant text collate "C" not null,
  environment text collate "C" not null check (environment in ('test', 'live')),
  id text collate "C" not null,
  type text not null,
  resource text collate "C" not null,
  -- 1, 2, 3 … for each resource.
  sequence integer not null check (sequence > 0),
  body text not null,
  created_at timestamptz not null,
  primary key (merchant, environment, id),
  unique (merchant, environment, resource, sequence)
);
select kolo_protect('events', 'select, insert');

-- Events that have not been published yet: written with the event, deleted when it has its place in the feed. `number`
-- counts in the order of writing: what was written after a commit has a larger one than what that commit wrote.
create table outbox (
  merchant text collate "C" not null,
  environment text collate "C" not null,
  number bigint generated always as identity,
  event text collate "C" not null,
  type text not null,
  primary key (merchant, environment, number)
);
select kolo_protect('outbox', 'select, insert, delete');

-- The order in which a merchant's events were published: without gaps, because one row counts, and a position is seen
-- only when all before it are.
create table feeds (
  merchant text collate "C" not null references merchants,
  environment text collate "C" not null check (environment in ('test', 'live')),
  last_position bigint not null default 0,
  primary key (merchant, environment)
) with (fillfactor = 50);
select kolo_protect('feeds', 'select, insert, update');

create table feed (
  merchant text collate "C" not null,
  environment text collate "C" not null,
  position bigint not null,
  event text collate "C" not null,
  primary key (merchant, environment, position)
);
select kolo_protect('feed', 'select, insert');

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
  primary key (merchant, environment, id)
);
select kolo_protect('webhooks', 'select, insert, update');

-- A delivery that has not ended: one row for each event and webhook. It is moved to `deliveries_ended` when it has been
-- delivered or is given up, so that this table stays as small as the work that is left.
create table deliveries_open (
  merchant text collate "C" not null,
  environment text collate "C" not null,
  webhook text collate "C" not null,
  id text collate "C" not null,
  event text collate "C" not null,
  created_at timestamptz not null,
  attempts integer not null default 0,
  last_attempt_at timestamptz,
  last_outcome text,
  -- Null while the webhook is inactive: held.
  due_at timestamptz,
  claimed_at timestamptz,
  lease_holder text collate "C",
  lease_until timestamptz,
  claim integer not null default 0,
  primary key (merchant, environment, webhook, id),
  unique (merchant, environment, event, webhook)
) with (fillfactor = 70);
create index deliveries_due on deliveries_open (webhook, due_at) where due_at is not null;
select kolo_protect('deliveries_open', 'select, insert, update, delete');

create table deliveries_ended (
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
  primary key (merchant, environment, webhook, id)
);
select kolo_protect('deliveries_ended', 'select, insert, delete');

-- Every request that was made, and how it ended.
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
  primary key (merchant, environment, webhook, delivery, number)
);
select kolo_protect('delivery_attempts', 'select, insert');
