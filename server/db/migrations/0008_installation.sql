-- Which master keys this database was written with: a digest per version, so that a server with other keys says so
-- instead of refusing every API key.
create table master_keys (
  version integer primary key,
  proof bytea not null,
  seen_at timestamptz not null default now()
);
grant select, insert on master_keys to kolo_engine;

-- The processes that work, each heard of every few seconds. A lease of one that has gone silent is free.
create table workers (
  id text collate "C" primary key,
  seen_at timestamptz not null
);
grant select, insert, update, delete on workers to kolo_engine;
