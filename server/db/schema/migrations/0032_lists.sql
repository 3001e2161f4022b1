-- The number of rows of every list, without a scan (decision 8).
--
-- A statement that writes rows of a list inserts the difference into `list_deltas` in its own transaction: one row for each status,
-- channel and minute. Inserts do not block one another. A job rolls deltas up into `list_counts`. The sum of both, in one snapshot,
-- is exact at every moment. The triggers are in the last file.

-- A list is filtered by `status` and `channel` (events: `channel` is the type; beneficiaries: they are the type and the country).
-- `part` separates the lists of one table: a webhook's deliveries, a currency's movements. `bucket` is the minute in which the rows
-- were created, counted from 1970; for ledger entries it is a thousand consecutive ids.
create table list_counts (
  merchant text collate "C" not null,
  environment text collate "C" not null,
  list text collate "C" not null,
  part text collate "C" not null,
  -- 0: the whole list; 1: by 1440 buckets (a day); 2: by bucket; 3: by 60 buckets (an hour). A page far down the list is found by its
  -- day, hour and minute. Without hours a busy day has up to 1440 rows for each status and channel.
  level smallint not null check (level between 0 and 3),
  status text collate "C" not null,
  channel text collate "C" not null,
  bucket bigint not null,
  count bigint not null,
  -- Milliseconds into the minute of the first and last row that was ever counted here since the count was zero. They find a rare
  -- status without reading all rows of its minute.
  first_ms integer not null default 0,
  last_ms integer not null default 59999,
  primary key (merchant, environment, list, part, level, status, channel, bucket)
) with (fillfactor = 80);
select kolo_protect('list_counts', 'select, insert, update, delete');
revoke insert, update, delete on list_counts from kolo_api;

create table list_deltas (
  merchant text collate "C" not null,
  environment text collate "C" not null,
  list text collate "C" not null,
  part text collate "C" not null,
  -- Follows the order of writing: the delta of a later update has a larger number.
  number bigint generated always as identity,
  status text collate "C" not null,
  channel text collate "C" not null,
  bucket bigint not null,
  change bigint not null,
  -- Of the rows that are added. 59999 and 0 for rows that are removed: they narrow and widen nothing.
  first_ms integer not null default 0,
  last_ms integer not null default 59999,
  primary key (merchant, environment, list, part, number)
) with (
  -- Vacuum as for a queue (decision 10).
  autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_cost_delay = 0
);
select kolo_protect('list_deltas', 'select, insert, delete');
revoke delete on list_deltas from kolo_api;

create function kolo_minute(at timestamptz) returns bigint
language sql immutable parallel safe return floor(date_part('epoch', at) / 60)::bigint;

-- Whole milliseconds into the minute: the resolution of an id.
create function kolo_ms(at timestamptz) returns integer
language sql stable parallel safe return floor(date_part('milliseconds', at))::integer;
