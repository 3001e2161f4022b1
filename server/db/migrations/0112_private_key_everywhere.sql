-- By the interface customers and payments open with the public key alone. A merchant may close that, in each environment. No row:
-- as the interface has it.
create table key_rules (
  merchant text collate "C" not null references merchants,
  environment text collate "C" not null check (environment in ('test', 'live')),
  is_grant_required boolean not null,
  updated_at timestamptz not null,
  primary key (merchant, environment)
);
select kolo_protect('key_rules', 'select');
grant insert, update on key_rules to kolo_engine;
