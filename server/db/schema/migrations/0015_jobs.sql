-- The processes that run jobs, each with a heartbeat every few seconds. A lease of a process without a recent one is free.

create table workers (
  id text collate "C" primary key,
  heartbeat_at timestamptz not null
);
grant select, insert, update, delete on workers to kolo_engine;
