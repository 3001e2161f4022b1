-- Which master keys this database was written with: a digest per version, so that a server with other keys says so
-- instead of refusing every API key.
create table master_keys (
  version integer primary key,
  proof bytea not null,
  seen_at timestamptz not null default now()
);
grant select, insert on master_keys to kolo_engine;
