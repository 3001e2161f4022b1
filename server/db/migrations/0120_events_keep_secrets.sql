-- What seals the events that hold a secret: a key for each merchant and environment, sealed itself. When master keys are rotated
-- it is sealed again, and no event changes.
create table event_keys (
  merchant text collate "C" not null references merchants,
  environment text collate "C" not null check (environment in ('test', 'live')),
  sealed text not null,
  primary key (merchant, environment)
);
select kolo_protect('event_keys', 'select, insert');
grant update (sealed) on event_keys to kolo_engine;

comment on column events.body is
  'The exact text every receiver gets. Where it holds a secret: sealed: and what only the merchant''s key of event_keys opens.';
