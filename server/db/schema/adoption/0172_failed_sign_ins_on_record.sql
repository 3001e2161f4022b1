-- Failed sign-ins of the last day, by account and IP address. The row with the address '' counts the failures of the current hour that
-- are in the audit log. Retention: one day.
create table failures_recorded (
  person text collate "C" not null references persons,
  address text not null,
  times integer not null check (times > 0),
  began_at timestamptz not null,
  primary key (person, address)
);
create index failures_recorded_by_time on failures_recorded (began_at);
grant select, insert, update, delete on failures_recorded to kolo_engine;
