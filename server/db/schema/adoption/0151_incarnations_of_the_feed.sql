-- A database that is restored goes back in time, and gives positions in the feed a second time. Each history has a name, which
-- cursors carry; `kolo feed new-incarnation` begins the next one. Cursors without a name are those of the first.
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
