-- Who runs this installation, over the dashboard: a right of a person's, apart from the merchants they belong to. Taking it
-- away removes the row; who gave and took it is in `operator_acts`.
create table operators (
  person text collate "C" primary key references persons,
  granted_at timestamptz not null,
  granted_by text not null
);
-- Update: to lock a row while its person acts.
grant select, insert, update, delete on operators to kolo_engine;
