-- A dump is made as `kolo_engine`, which sees all rows: it reads every table, and where every sequence stands.
grant select on migrations to kolo_engine;
grant select on all sequences in schema public to kolo_engine;
alter default privileges in schema public grant select on sequences to kolo_engine;
