-- Provider accounts, and the attempts to move money at a provider.

-- Accounts at providers, with their credentials. An account of the platform operator (`merchant` is null) serves every merchant
-- without its own. A changed account is a new row: attempts under way keep the old one.
create table provider_accounts (
  id text collate "C" primary key,
  provider text collate "C" not null,
  environment text collate "C" not null check (environment in ('test', 'live')),
  merchant text collate "C" references merchants,
  -- Identifies the account at the provider. Not secret.
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
-- A merchant's request sees that an account exists, but not its settings.
grant select (id, provider, environment, merchant, retired_at) on provider_accounts to kolo_api;
grant select, insert, update on provider_accounts to kolo_engine;

-- One attempt to move money for one subject: a transfer, a payment or a refund. A claim takes the lease and increments `claim`, so
-- that a worker whose lease expired cannot write over the next one's work.
create table attempts (
  merchant text collate "C" not null references merchants,
  environment text collate "C" not null,
  id text collate "C" not null,
  subject text collate "C" not null,
  kind text not null,
  channel text collate "C" not null,
  provider text collate "C" not null,
  amount bigint not null,
  currency text collate "C" not null,
  -- The account to pay or to collect from: a number in E.164, or a sealed account number and its bank.
  receiver text not null,
  receiver_name text,
  bank_code text,
  country text not null,
  reference text collate "C" not null,
  description text,
  state text not null,
  provider_reference text collate "C",
  created_at timestamptz not null,
  sent_at timestamptz,
  -- When the provider first confirmed that it has the order. Null: not known.
  acknowledged_at timestamptz,
  queried_at timestamptz,
  queries integer not null default 0,
  not_found integer not null default 0,
  refusals integer not null default 0,
  ended_at timestamptz,
  provider_id text,
  failure_code text,
  failure_reason text,
  -- When a worker next has to act on it. Null: never.
  due_at timestamptz,
  claimed_at timestamptz,
  lease_holder text collate "C",
  lease_until timestamptz,
  claim integer not null default 0,
  -- The provider's last callback about it.
  called_back_at timestamptz,
  provider_account text collate "C" references provider_accounts,
  refund_of text collate "C",
  -- The account holder's name that the provider must confirm before the order is sent.
  expect_name text,
  duplicated_at timestamptz,
  refusal_code text,
  refusal_reason text,
  -- Since when the provider has refused to take it: after a while a person is asked. Null: it has not since the last retry.
  refused_since timestamptz,
  primary key (merchant, environment, id)
  -- An attempt is updated three times. Seven tenths of a page stay free for that: an update on the same page writes no index.
) with (fillfactor = 30);
-- By provider, so that one that does not answer does not delay other providers' attempts (decision 25).
create index attempts_due_by_provider on attempts (environment, provider, merchant, due_at) where due_at is not null;
create index attempts_by_subject on attempts (subject, merchant, environment);
-- For statements of providers, which have live orders only: the sandbox has no account. `ended_at` and not `state`: an index on a
-- column that changes would be written by every update.
create index attempts_ended on attempts (provider_account, ended_at) where provider_account is not null and ended_at is not null;
create index attempts_by_short_id on attempts (right(id, 20)) where provider_account is not null;
create index attempts_by_provider_id on attempts (provider_id) where provider_account is not null;

-- The rules for a row, as a function (see `accounts`).
create function kolo_is_valid(it attempts) returns boolean
language plpgsql immutable as $$
begin
  return it.environment in ('test', 'live')
    and it.kind in ('transfer', 'collect', 'refund')
    and it.amount > 0
    and it.state in ('waiting', 'sent', 'complete', 'failed', 'canceled', 'review')
    and (it.sent_at is null or it.provider_reference is not null and it.state <> 'canceled')
    and (it.due_at is null or it.state <> 'canceled')
    and (it.ended_at is not null) = (it.state in ('complete', 'failed', 'canceled'));
end
$$;
alter table attempts add constraint attempts_are_valid check (kolo_is_valid(attempts)) not valid;
select kolo_protect('attempts', 'select, insert, update');

-- Every call to a provider for an attempt, with its request and answer in a redacted form.
create table provider_calls (
  merchant text collate "C" not null,
  environment text collate "C" not null check (environment in ('test', 'live')),
  id bigint generated always as identity,
  attempt text collate "C" not null,
  -- submit: prepare and submit; ask: query the status; check: query after the end; notice: the provider's callback.
  step text not null check (step in ('submit', 'ask', 'check', 'notice')),
  outcome text not null,
  calls json not null,
  created_at timestamptz not null,
  primary key (merchant, environment, id),
  foreign key (merchant, environment, attempt) references attempts
);
create index provider_calls_by_attempt on provider_calls (merchant, environment, attempt, id);
select kolo_protect('provider_calls', 'select, insert');

-- The health of a channel over an account: counts by minute, and whether it is paused. It has no merchant's data.
create table channel_counts (
  provider_account text collate "C" not null references provider_accounts,
  channel text collate "C" not null,
  minute timestamptz not null,
  good integer not null,
  bad integer not null,
  primary key (provider_account, channel, minute)
) with (fillfactor = 50);
create table channel_health (
  provider_account text collate "C" not null references provider_accounts,
  channel text collate "C" not null,
  state text not null check (state in ('open', 'paused', 'stopped')),
  paused_until timestamptz,
  pauses integer not null,
  probes_good integer not null,
  since timestamptz,
  reason text,
  primary key (provider_account, channel),
  check ((state = 'paused') = (paused_until is not null))
);
grant select on channel_counts, channel_health to kolo_api;
grant select, insert, update, delete on channel_counts to kolo_engine;
grant select, insert, update on channel_health to kolo_engine;

-- When the balance of each account is queried next. Rows are claimed as attempts are.
create table balance_check_schedule (
  provider_account text collate "C" not null references provider_accounts,
  currency text collate "C" not null,
  due_at timestamptz not null,
  lease_holder text,
  lease_until timestamptz,
  claimed_at timestamptz,
  claim integer not null default 0,
  primary key (provider_account, currency)
);
grant select, insert, update on balance_check_schedule to kolo_engine;
