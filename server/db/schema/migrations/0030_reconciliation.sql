-- Reconciliation: providers' statements and balances, compared with the ledger. The result is kept here, apart from the status of
-- the transfer or payment concerned.

create table statements (
  id text collate "C" primary key,
  provider text collate "C" not null,
  environment text collate "C" not null check (environment in ('test', 'live')),
  -- Owner of the account. Null: the platform operator.
  merchant text collate "C" references merchants,
  -- The file's name, and the digest of its content: the same file is not imported twice.
  name text not null,
  digest bytea not null unique,
  currency text collate "C" not null check (currency ~ '^[A-Z]{3}$'),
  -- The period it covers.
  begins_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > begins_at),
  lines integer not null,
  imported_at timestamptz not null,
  imported_by text not null,
  -- Name of the IANA time zone of its days and times. Imports before this column existed were in UTC.
  time_zone text not null default 'UTC'
);
grant select, insert on statements to kolo_engine;

-- A line of a statement, or an attempt that is missing from it (then `line` is null).
create table statement_lines (
  id text collate "C" primary key,
  statement text collate "C" not null references statements,
  line integer,
  provider_id text collate "C",
  -- Our id in the provider's file.
  external_id text collate "C",
  -- Minor units that the provider moved. Above zero: money in.
  amount bigint,
  fee bigint not null default 0,
  is_complete boolean,
  happened_at timestamptz,
  -- The last digits of the number.
  party text,
  merchant text collate "C" references merchants,
  environment text collate "C" not null,
  attempt text collate "C",
  matched_by text check (matched_by in ('our_id', 'provider_id', 'number_and_time')),
  -- `outside`: the line's day is not in the period of the statement.
  exception text check (exception in ('ours_only', 'theirs_only', 'amount', 'status', 'outside')),
  resolution text check (resolution in ('correct', 'absorb', 'ignore')),
  note text,
  resolved_by text,
  resolved_at timestamptz,
  matched_at timestamptz not null,
  foreign key (merchant, environment, attempt) references attempts,
  check ((attempt is null) = (exception is not distinct from 'theirs_only')),
  check ((line is null) = (exception is not distinct from 'ours_only')),
  check ((resolution is null) = (resolved_at is null))
);
create unique index statement_lines_once on statement_lines (statement, line);
create index statement_lines_by_attempt on statement_lines (merchant, environment, attempt);
create index statement_lines_by_provider_id on statement_lines (provider_id);
create index statement_lines_open on statement_lines (statement) where exception is not null and resolution is null;
alter table statement_lines enable row level security;
alter table statement_lines force row level security;
create policy own_rows on statement_lines for select to kolo_api
  using (
    merchant = current_setting('kolo.merchant', true) and environment = current_setting('kolo.environment', true)
  );
create policy every_row on statement_lines to kolo_engine using (true) with check (true);
grant select on statement_lines to kolo_api;
grant select, insert, update on statement_lines to kolo_engine;

-- The balance of an account as the provider reports it, and as the ledger has it at that time.
create table balance_checks (
  provider_account text collate "C" not null references provider_accounts,
  currency text collate "C" not null,
  checked_at timestamptz not null,
  provider_balance bigint not null,
  book_balance bigint not null,
  -- Orders under way at that time: the provider may have moved this money already, and the ledger has not.
  open_in bigint not null default 0 check (open_in >= 0),
  open_out bigint not null default 0 check (open_out >= 0),
  primary key (provider_account, currency, checked_at)
);
grant select, insert on balance_checks to kolo_engine;

-- A change in the difference between the provider's balance and the ledger, from one check to the next. It is open until a
-- person explains it.
create table balance_drifts (
  id text collate "C" primary key,
  provider_account text collate "C" not null references provider_accounts,
  currency text collate "C" not null,
  -- The last check at which both agreed.
  since timestamptz not null,
  found_at timestamptz not null,
  -- Above zero: the provider has more than the ledger.
  drift bigint not null check (drift <> 0),
  note text,
  resolved_by text,
  resolved_at timestamptz,
  check ((resolved_at is null) = (note is null) and (resolved_at is null) = (resolved_by is null))
);
create index balance_drifts_open on balance_drifts (found_at) where resolved_at is null;
grant select, insert, update on balance_drifts to kolo_engine;
