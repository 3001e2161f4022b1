-- Platform operators. The right belongs to a person and is independent of their merchants. Revoking it deletes the row;
-- `platform_operator_audit_log` records who granted and revoked it.

create table platform_operators (
  person text collate "C" primary key references users,
  granted_at timestamptz not null,
  granted_by text not null
);
-- Update is granted for `select ... for share`, which locks the right while its person acts.
grant select, insert, update, delete on platform_operators to kolo_engine;
