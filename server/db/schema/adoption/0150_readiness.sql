-- A probe of readiness writes here as the service writes elsewhere, and takes it away again: with a disk that is full it
-- fails. A row is most of a page and never compressed, so that each needs a new page; swept often, the table stays small.
create table readiness_probes (
  id text collate "C" primary key,
  filler text not null
) with (autovacuum_vacuum_threshold = 100, autovacuum_vacuum_scale_factor = 0);
alter table readiness_probes alter column filler set storage plain;
grant select, insert, delete on readiness_probes to kolo_engine;
