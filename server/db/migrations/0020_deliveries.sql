-- Deliveries that can be explained, bounded, held, sent again and put in order.

-- The owner of the tables, who fills the new columns, sees their rows while this lasts.
alter table webhooks no force row level security;
alter table feeds no force row level security;
alter table feed no force row level security;
alter table events no force row level security;
alter table deliveries_open no force row level security;
alter table deliveries_ended no force row level security;

-- What a webhook may be sent at most. The merchant's own wish, and above it the operator's bound; null: the usual one.
alter table webhooks
  add column concurrency integer check (concurrency > 0),
  add column rate_limit integer check (rate_limit > 0),
  add column concurrency_max integer check (concurrency_max > 0),
  add column rate_max integer check (rate_max > 0),
  -- Whether the events of one resource are sent one after another, each when the one before it has ended.
  add column in_order boolean not null default false,
  -- While a new secret is introduced: it (sealed), and when it takes the old one's place by itself.
  add column next_secret text,
  add column next_secret_from timestamptz,
  -- Why the service switched it off, when it did.
  add column disabled_reason text check (disabled_reason in ('gone', 'failing')),
  add column disabled_at timestamptz,
  -- How many events there have been about the webhook itself.
  add column sequence integer not null default 0,
  add check ((next_secret is null) = (next_secret_from is null)),
  add check ((disabled_reason is null) = (disabled_at is null)),
  add check (disabled_reason is null or not active);
create unique index webhooks_by_id on webhooks (id);

-- How the webhooks fare that do not fare well. One without a row is well.
create table webhook_health (
  merchant text collate "C" not null,
  environment text collate "C" not null,
  webhook text collate "C" not null,
  -- When the first attempt failed since one succeeded; null when the last one succeeded.
  failing_since timestamptz,
  -- How many different deliveries have failed since.
  failing_events integer not null default 0,
  -- When the merchant was told.
  warned_at timestamptz,
  -- The attempts of the last few minutes, counted from the first that failed.
  window_from timestamptz,
  window_attempts integer not null default 0,
  window_failures integer not null default 0,
  -- How many times in a row the circuit was opened, and until when nothing is sent.
  openings integer not null default 0,
  open_until timestamptz,
  primary key (merchant, environment, webhook)
) with (fillfactor = 70);
create index webhook_health_failing on webhook_health (failing_since) where failing_since is not null;
select kolo_protect('webhook_health', 'select, insert, update, delete');

-- Which part of the feed a webhook was subscribed to: the events behind `after_position`, up to `to_position`. What was
-- published there and is of these types has exactly one delivery.
create table webhook_subscriptions (
  merchant text collate "C" not null,
  environment text collate "C" not null,
  webhook text collate "C" not null,
  after_position bigint not null,
  to_position bigint check (to_position > after_position),
  events text[] not null,
  primary key (merchant, environment, webhook, after_position)
);
create unique index webhook_subscriptions_current on webhook_subscriptions (merchant, environment, webhook)
  where to_position is null;
select kolo_protect('webhook_subscriptions', 'select, insert, update, delete');
alter table webhook_subscriptions no force row level security;
insert into webhook_subscriptions (merchant, environment, webhook, after_position, events)
select w.merchant, w.environment, w.id, f.last_position, w.events
from webhooks w
join feeds f using (merchant, environment)
where w.active and w.deleted_at is null;
alter table webhook_subscriptions force row level security;

-- What is asked of a delivery is known without looking at its event.
alter table deliveries_open
  add column type text,
  add column resource text collate "C",
  add column sequence integer,
  -- The event's place in the feed.
  add column position bigint,
  -- Why it was made: the webhook was subscribed, or somebody asked for a replay or a test.
  add column origin text not null default 'event' check (origin in ('event', 'replay', 'test')),
  -- How often somebody had it sent again, and how many attempts had been made by then: the schedule begins anew there.
  add column resends integer not null default 0,
  add column schedule_from integer not null default 0,
  -- Whether it waits for the one before it of the same resource.
  add column waits_turn boolean not null default false,
  add column in_order boolean not null default false,
  -- Whether the webhook was deleted before it ended: it is held for good.
  add column is_closed boolean not null default false,
  -- Whether somebody asked for the next attempt.
  add column is_asked_for boolean not null default false,
  add check (attempts >= schedule_from);
alter table deliveries_ended
  add column type text,
  add column resource text collate "C",
  add column sequence integer,
  add column position bigint,
  add column origin text not null default 'event' check (origin in ('event', 'replay', 'test')),
  add column resends integer not null default 0,
  add column schedule_from integer not null default 0,
  add column in_order boolean not null default false;

update deliveries_open d
set type = e.type, resource = e.resource, sequence = e.sequence, position = f.position
from events e
join feed f on (f.merchant, f.environment, f.event) = (e.merchant, e.environment, e.id)
where (e.merchant, e.environment, e.id) = (d.merchant, d.environment, d.event);
update deliveries_ended d
set type = e.type, resource = e.resource, sequence = e.sequence, position = f.position
from events e
join feed f on (f.merchant, f.environment, f.event) = (e.merchant, e.environment, e.id)
where (e.merchant, e.environment, e.id) = (d.merchant, d.environment, d.event);
-- Held is what an inactive webhook has open: no mark of its own. What is left of a deleted one is closed.
update deliveries_open d
set due_at = case when w.deleted_at is null then coalesce(d.due_at, d.created_at) end, is_closed = w.deleted_at is not null
from webhooks w
where (w.merchant, w.environment, w.id) = (d.merchant, d.environment, d.webhook)
  and (d.due_at is null or w.deleted_at is not null);

alter table deliveries_open
  alter column type set not null,
  alter column resource set not null,
  alter column sequence set not null,
  alter column position set not null,
  add check ((due_at is null) = (waits_turn or is_closed)),
  add check (in_order or not waits_turn);
alter table deliveries_ended
  alter column type set not null,
  alter column resource set not null,
  alter column sequence set not null,
  alter column position set not null;
-- Of equal times the ids decide: who is at the head of a queue does not change because a row was written anew.
drop index deliveries_due;
create index deliveries_due on deliveries_open (webhook, due_at, id) where due_at is not null;
create index deliveries_in_turn on deliveries_open (webhook, resource, position) where in_order;
create unique index deliveries_ended_by_event on deliveries_ended (event, webhook, merchant, environment);
create index deliveries_exhausted on deliveries_ended (merchant, environment, webhook, id) where state = 'exhausted';

-- When it was due, and where the time went: milliseconds to the address, to the connection, to the first byte of the answer.
alter table delivery_attempts
  add column was_due_at timestamptz,
  add column trigger text not null default 'schedule' check (trigger in ('schedule', 'manual')),
  add column resolved_ms integer,
  add column connected_ms integer,
  add column answered_ms integer;

-- The pull feed reads a place and what is behind it; an event is found in its feed.
create index feed_by_event on feed (event, merchant, environment);

-- The other ways to these rows begin with what tells rows apart. Beginning with the merchant as the key does they are
-- taken for it by a planner that has not seen a merchant with many events, and read all of that merchant's.
alter table events drop constraint events_merchant_environment_resource_sequence_key;
create unique index events_by_resource on events (resource, sequence, merchant, environment);
alter table deliveries_open drop constraint deliveries_open_merchant_environment_event_webhook_key;
create unique index deliveries_open_by_event on deliveries_open (event, webhook, merchant, environment);

alter table webhooks force row level security;
alter table feeds force row level security;
alter table feed force row level security;
alter table events force row level security;
alter table deliveries_open force row level security;
alter table deliveries_ended force row level security;
