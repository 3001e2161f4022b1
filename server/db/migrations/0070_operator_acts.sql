-- Privileged acts that are no merchant's: the operators' own chain, kept as each merchant's is (`acts`). Merchants' requests
-- see nothing of it.
create table operator_acts (
  id text collate "C" not null unique,
  number bigint primary key check (number > 0),
  environment text collate "C" check (environment in ('test', 'live')),
  actor text not null,
  act text not null,
  subject text,
  before json,
  after json,
  created_at timestamptz not null,
  previous_hash bytea not null,
  hash bytea not null
);
grant select, insert on operator_acts to kolo_engine;
