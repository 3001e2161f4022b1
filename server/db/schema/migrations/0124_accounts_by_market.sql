-- Accounts at providers by market: a provider may have one account for each country, each with a name. An account may be limited to
-- one direction. Until now every account carried channels of Cameroon, in both directions.
alter table provider_accounts
  add column name text collate "C",
  -- The country whose channels it carries.
  add column market text collate "C" not null default 'CM' check (market ~ '^[A-Z]{2}$'),
  add column collects boolean not null default true,
  -- Whether it carries transfers, withdrawals and refunds.
  add column pays_out boolean not null default true,
  add check (collects or pays_out);
-- The owner of the table is no role of the service, and the policies do not let it see a row.
alter table provider_accounts no force row level security;
update provider_accounts set name = provider || '-cm';
alter table provider_accounts force row level security;
alter table provider_accounts
  alter column name set not null,
  alter column market drop default,
  alter column collects drop default,
  alter column pays_out drop default;
drop index provider_accounts_current;
create unique index provider_accounts_current on provider_accounts (environment, coalesce(merchant, ''), name)
  where retired_at is null;
create unique index provider_accounts_collecting on provider_accounts (environment, provider, coalesce(merchant, ''), market)
  where retired_at is null and collects;
create unique index provider_accounts_paying on provider_accounts (environment, provider, coalesce(merchant, ''), market)
  where retired_at is null and pays_out;
grant select (market, collects, pays_out) on provider_accounts to kolo_api;

-- The market of the accounts that a statement is about.
alter table statements add column market text collate "C" not null default 'CM' check (market ~ '^[A-Z]{2}$');
alter table statements alter column market drop default;
