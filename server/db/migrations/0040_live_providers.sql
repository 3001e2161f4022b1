-- Accounts at providers: whose money moves, and the credentials, sealed. One of the operator's (merchant is null) serves
-- every merchant without one of its own. When the account itself changes a new row is made: what is under way stays with
-- the old one.
create table provider_accounts (
  id text collate "C" primary key,
  provider text collate "C" not null,
  environment text collate "C" not null check (environment in ('test', 'live')),
  merchant text collate "C" references merchants,
  -- What tells this account from another, in the clear.
  identity text not null,
  -- A sealed JSON object.
  settings text not null,
  created_at timestamptz not null,
  created_by text not null,
  updated_at timestamptz not null,
  updated_by text not null,
  retired_at timestamptz
);
create unique index provider_accounts_current on provider_accounts (environment, provider, coalesce(merchant, ''))
  where retired_at is null;
alter table provider_accounts enable row level security;
alter table provider_accounts force row level security;
create policy own_rows on provider_accounts for select to kolo_api
  using (
    (merchant is null or merchant = current_setting('kolo.merchant', true))
    and environment = current_setting('kolo.environment', true)
  );
create policy every_row on provider_accounts to kolo_engine using (true) with check (true);
-- A merchant's request learns that there is an account, never what is in it.
grant select (id, provider, environment, merchant, retired_at) on provider_accounts to kolo_api;
grant select, insert, update on provider_accounts to kolo_engine;

alter table attempts
  add column connection text collate "C" references provider_accounts,
  add column refund_of text collate "C",
  add column expect_name text,
  add column duplicated_at timestamptz,
  add column refusal_code text,
  add column refusal_reason text;
-- An attempt that has ended may be asked about again: a provider can change its mind.
alter table attempts drop constraint attempts_check3;
alter table attempts add constraint attempts_due check (due_at is null or state <> 'canceled');

-- Every visit to a provider about an attempt, with what was sent and answered as it may be shown.
create table visits (
  merchant text collate "C" not null,
  environment text collate "C" not null check (environment in ('test', 'live')),
  id bigint generated always as identity,
  attempt text collate "C" not null,
  -- prepare and submit, ask, check (after the end), notice (the provider called us).
  what text not null check (what in ('submit', 'ask', 'check', 'notice')),
  outcome text not null,
  calls json not null,
  created_at timestamptz not null,
  primary key (merchant, environment, id)
);
create index visits_by_attempt on visits (merchant, environment, attempt, id);
select kolo_protect('visits', 'select, insert');
