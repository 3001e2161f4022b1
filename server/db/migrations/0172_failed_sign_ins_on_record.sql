-- How often each account was tried in vain, by address, in the last day; and, under the address '', how many of these tries the
-- audit log has of the current hour. Older rows are deleted.
create table failures_recorded (
  person text collate "C" not null references persons,
  address text not null,
  times integer not null check (times > 0),
  began_at timestamptz not null,
  primary key (person, address)
);
create index failures_recorded_by_time on failures_recorded (began_at);
grant select, insert, update, delete on failures_recorded to kolo_engine;
