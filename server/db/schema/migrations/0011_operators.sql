-- Platform operators. The right belongs to a person and is independent of their merchants. Revoking it deletes the row;
-- `operator_acts` records who granted and revoked it.

create table operators (
  person text collate "C" primary key references persons,
  granted_at timestamptz not null,
  granted_by text not null
);
-- Update is granted for `select ... for share`, which locks the right while its person acts.
grant select, insert, update, delete on operators to kolo_engine;
