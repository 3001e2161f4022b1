-- The duplicate guard: a second transfer of the same amount to the same payee within a time is refused.

-- No row: the guard is off, except for requests that ask for it.
create table duplicate_guards (
  merchant text collate "C" not null references merchants,
  environment text collate "C" not null check (environment in ('test', 'live')),
  minutes integer not null check (minutes between 1 and 10080),
  updated_at timestamptz not null,
  primary key (merchant, environment)
);
select kolo_protect('duplicate_guards', 'select');
grant insert, update, delete on duplicate_guards to kolo_engine;

-- The newest guarded transfer of each amount to each payee. The row is deleted when the transfer fails or is canceled.
create table guarded_transfers (
  merchant text collate "C" not null references merchants,
  environment text collate "C" not null check (environment in ('test', 'live')),
  -- A phone number, or the hash of a bank account.
  payee text collate "C" not null,
  amount bigint not null check (amount > 0),
  currency text collate "C" not null check (currency ~ '^[A-Z]{3}$'),
  transfer text collate "C" not null,
  ordered_at timestamptz not null,
  primary key (merchant, environment, payee, amount, currency),
  foreign key (merchant, environment, transfer) references transfers
);
create index guarded_transfers_by_transfer on guarded_transfers (merchant, environment, transfer);
create index guarded_transfers_by_time on guarded_transfers (ordered_at);
select kolo_protect('guarded_transfers', 'select, insert, update, delete');
