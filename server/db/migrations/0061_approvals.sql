-- Two people for what goes out: a merchant's rule, and the orders that wait for, or had, a second person's word.

-- No row: nobody is asked.
create table approval_rules (
  merchant text collate "C" not null references merchants,
  environment text collate "C" not null check (environment in ('test', 'live')),
  -- Of this currency more than this waits; of another currency everything does. Null: an amount alone asks nobody.
  currency text collate "C" not null check (currency ~ '^[A-Z]{3}$'),
  amount_above bigint check (amount_above >= 0 and amount_above <= 9007199254740991),
  every_bulk boolean not null,
  updated_at timestamptz not null,
  primary key (merchant, environment),
  check (amount_above is not null or every_bulk)
);
select kolo_protect('approval_rules', 'select');
grant insert, update, delete on approval_rules to kolo_engine;

-- One order that needed a second person: a transfer, or a whole bulk. Who asked is null where a key of the API did.
create table approvals (
  merchant text collate "C" not null references merchants,
  environment text collate "C" not null check (environment in ('test', 'live')),
  subject text collate "C" not null,
  state text not null check (state in ('waiting', 'approved', 'rejected', 'canceled')),
  asked_by text collate "C",
  asked_by_name text,
  asked_at timestamptz not null,
  decided_by text collate "C",
  decided_by_name text,
  decided_at timestamptz,
  reason text,
  primary key (merchant, environment, subject),
  check ((decided_at is not null) = (state <> 'waiting')),
  check ((decided_by is not null) = (state in ('approved', 'rejected'))),
  -- Nobody approves what they asked for.
  check (state <> 'approved' or decided_by is distinct from asked_by)
);
create index approvals_waiting on approvals (merchant, environment, subject) where state = 'waiting';
select kolo_protect('approvals', 'select, insert, update');

-- Where a transfer stands with it; null: nobody was asked. Rows from before have none, so there is nothing to look through.
alter table transfers add column approval text collate "C";
alter table transfers add check (approval in ('waiting', 'approved', 'rejected', 'canceled')) not valid;
alter table transfers add check (approval is distinct from 'waiting' or status = 'pending') not valid;
alter table transfers add check (approval is null or approval not in ('rejected', 'canceled') or status = 'canceled') not valid;
