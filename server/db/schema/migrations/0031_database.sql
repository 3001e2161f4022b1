-- The tables of server/db, about the database itself.

-- Master keys that this database was written with: a digest per version, so that a server with other keys reports them instead of
-- refusing every API key.
create table master_keys (
  version integer primary key,
  proof bytea not null,
  seen_at timestamptz not null default now(),
  -- When everything sealed was sealed again with this version, which happens once every process has it. From then on, digests that
  -- are used are replaced by this version's.
  rotated_at timestamptz
);
grant select, insert on master_keys to kolo_engine;
grant update (rotated_at) on master_keys to kolo_engine;

-- The readiness probe inserts a row and deletes it, as the service writes elsewhere: on a full disk it fails. A row fills most of a
-- page and is never compressed, so that each needs a new page.
create table readiness_probes (
  id text collate "C" primary key,
  filler text not null
) with (autovacuum_vacuum_threshold = 100, autovacuum_vacuum_scale_factor = 0);
alter table readiness_probes alter column filler set storage plain;
grant select, insert, delete on readiness_probes to kolo_engine;
