-- The request log: what a merchant's programs sent and what they were answered, for finding mistakes. It has no bodies, no keys and
-- no readable telephone numbers. A job deletes rows by age and by number per merchant; under load some are not logged (`left_out`).

create table request_log (
  -- The merchant of the key, also if the key acted for another merchant.
  merchant text collate "C" not null references merchants,
  environment text collate "C" not null check (environment in ('test', 'live')),
  -- The answer's Request-Id. It begins with the time of arrival.
  id text collate "C" not null,
  key text collate "C" not null,
  -- The merchant that X-Sync named.
  acted_for text collate "C",
  method text collate "C" not null,
  -- The path as the interface writes it, and the actual path without its query and with long numbers hidden.
  route text collate "C" not null,
  path text not null,
  status smallint not null check (status between 100 and 599),
  -- The kind of error, its message, and the names of the invalid fields.
  error text,
  message text,
  fields text,
  duration_ms real not null check (duration_ms >= 0),
  address text not null,
  -- Number of requests of the same key, from about this time, that were not logged.
  left_out integer not null check (left_out >= 0),
  created_at timestamptz not null,
  primary key (merchant, environment, id)
);
-- Finds the last request on behalf of another merchant. Few merchants make any.
create index request_log_for_others on request_log (merchant, acted_for, created_at) where acted_for is not null;
select kolo_protect('request_log', 'select, insert, delete');
revoke insert, delete on request_log from kolo_api;
