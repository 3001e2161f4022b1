-- Events: each is written once, and published in order.

-- The feed's last position per merchant. Incrementing one row makes positions without gaps, and a position becomes visible only
-- after all before it.
create table feeds (
  merchant text collate "C" not null references merchants,
  environment text collate "C" not null check (environment in ('test', 'live')),
  last_position bigint not null default 0,
  primary key (merchant, environment)
) with (fillfactor = 50);
select kolo_protect('feeds', 'select, insert, update');

-- Written in the transaction of the change.
create table events (
  merchant text collate "C" not null,
  environment text collate "C" not null check (environment in ('test', 'live')),
  id text collate "C" not null,
  type text not null,
  resource text collate "C" not null,
  -- 1, 2, 3 … for each resource.
  sequence integer not null check (sequence > 0),
  -- The exact text that every receiver gets. If it has a secret: `sealed:` and the text sealed with the merchant's key in
  -- `event_keys`.
  body text not null,
  created_at timestamptz not null,
  primary key (merchant, environment, id),
  foreign key (merchant, environment) references feeds
);
-- It does not begin with the merchant: a planner without statistics would use an index that does in place of the primary key, and
-- read all of a merchant's events.
create unique index events_by_resource on events (resource, sequence, merchant, environment);
select kolo_protect('events', 'select, insert');

-- The key that seals events with a secret, sealed itself. Rotation of the master keys seals it again and changes no event.
create table event_keys (
  merchant text collate "C" not null references merchants,
  environment text collate "C" not null check (environment in ('test', 'live')),
  sealed text not null,
  primary key (merchant, environment)
);
select kolo_protect('event_keys', 'select, insert');
grant update (sealed) on event_keys to kolo_engine;

-- Events that are not published yet: written with the event, deleted when it gets its position in the feed. A row has up to twelve
-- events in order, which were written together and are published together (decision 13). Numbers follow the order of writing: a row
-- written after a commit has a larger number than the rows of that commit.
create table outbox (
  merchant text collate "C" not null,
  environment text collate "C" not null,
  number bigint generated always as identity,
  -- An array of objects with `event`, `type`, `resource` and `sequence`.
  events json not null,
  -- Length of the array. The writer gives it: computing it would parse the JSON twice.
  size integer not null,
  primary key (merchant, environment, number),
  foreign key (merchant, environment) references feeds
) with (
  -- A queue's rows live for a moment: vacuum after 5,000 dead rows, without pauses (decision 10).
  autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_cost_delay = 0
);
select kolo_protect('outbox', 'select, insert, delete');

create table feed (
  merchant text collate "C" not null,
  environment text collate "C" not null,
  position bigint not null,
  event text collate "C" not null,
  primary key (merchant, environment, position),
  foreign key (merchant, environment, event) references events
);
create index feed_by_event on feed (event, merchant, environment);
select kolo_protect('feed', 'select, insert');

-- A restored database goes back in time and gives feed positions a second time. Each history has a name, which cursors contain;
-- `kolo feed new-incarnation` begins the next one. A cursor without a name belongs to the first.
create table feed_incarnations (
  number integer primary key generated always as identity,
  name text collate "C" not null unique check (name ~ '^[0-9A-Za-z]{8}$'),
  started_at timestamptz not null default now()
);
insert into feed_incarnations (name)
select string_agg(substr('0123456789abcdefghijklmnopqrstuv', get_byte(uuid_send(gen_random_uuid()), 0) % 32 + 1, 1), '')
from generate_series(1, 8);
grant select on feed_incarnations to kolo_api;
grant select, insert on feed_incarnations to kolo_engine;
grant usage on sequence feed_incarnations_number_seq to kolo_engine;
