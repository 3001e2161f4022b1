-- Providers' own statements, compared with what we booked. The state of a comparison is kept here, apart from the status
-- of what it is about.
create table statements (
  id text collate "C" primary key,
  provider text collate "C" not null,
  environment text collate "C" not null check (environment in ('test', 'live')),
  -- Whose account it is of; null: the operator's.
  merchant text collate "C" references merchants,
  -- The file's name and what it is known by: the same file is not taken twice.
  name text not null,
  digest bytea not null unique,
  currency text collate "C" not null check (currency ~ '^[A-Z]{3}$'),
  -- What it covers.
  begins_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > begins_at),
  lines integer not null,
  imported_at timestamptz not null,
  imported_by text not null
);

-- A line of a statement, or an attempt of ours that is on none (then `line` is null). `amount` is what the provider
-- moved: above zero when it came in.
create table statement_lines (
  id text collate "C" primary key,
  statement text collate "C" not null references statements,
  line integer,
  provider_id text collate "C",
  -- What we called it.
  external_id text collate "C",
  amount bigint,
  fee bigint not null default 0,
  is_complete boolean,
  happened_at timestamptz,
  -- The last digits of the number, to recognise it by.
  party text,
  merchant text collate "C" references merchants,
  environment text collate "C" not null,
  attempt text collate "C",
  matched_by text check (matched_by in ('our_id', 'provider_id', 'number_and_time')),
  exception text check (exception in ('ours_only', 'theirs_only', 'amount', 'status')),
  resolution text check (resolution in ('correct', 'absorb', 'ignore')),
  note text,
  resolved_by text,
  resolved_at timestamptz,
  matched_at timestamptz not null,
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
grant select, insert on statements to kolo_engine;

-- What a provider said an account holds, beside what our books say of it then.
create table balance_checks (
  connection text collate "C" not null references provider_accounts,
  currency text collate "C" not null,
  checked_at timestamptz not null,
  provider_balance bigint not null,
  book_balance bigint not null,
  primary key (connection, currency, checked_at)
);
grant select, insert on balance_checks to kolo_engine;

-- Only live orders are on statements: the sandbox's pay nothing for these.
create index attempts_ended on attempts (connection, ended_at) where connection is not null and state = 'complete';
create index attempts_by_short_id on attempts (right(id, 20)) where connection is not null;
create index attempts_by_provider_id on attempts (provider_id) where connection is not null;
