-- When each account is asked next what it holds. Work that is due, as attempts are.
create table balance_watch (
  connection text collate "C" not null references provider_accounts,
  currency text collate "C" not null,
  due_at timestamptz not null,
  lease_holder text,
  lease_until timestamptz,
  claimed_at timestamptz,
  claim integer not null default 0,
  primary key (connection, currency)
);
grant select, insert, update on balance_watch to kolo_engine;

-- What was under way when an account was asked: the provider may have moved it already, and our books have not.
alter table balance_checks
  add column open_in bigint not null default 0 check (open_in >= 0),
  add column open_out bigint not null default 0 check (open_out >= 0);

-- By how much an account and our books moved apart from one comparison to the next, until a person says why.
create table balance_drifts (
  id text collate "C" primary key,
  connection text collate "C" not null references provider_accounts,
  currency text collate "C" not null,
  -- The comparison before, when they still agreed.
  since timestamptz not null,
  found_at timestamptz not null,
  -- Above zero: the provider has more than we know of.
  drift bigint not null check (drift <> 0),
  note text,
  resolved_by text,
  resolved_at timestamptz,
  check ((resolved_at is null) = (note is null) and (resolved_at is null) = (resolved_by is null))
);
create index balance_drifts_open on balance_drifts (found_at) where resolved_at is null;
grant select, insert, update on balance_drifts to kolo_engine;
