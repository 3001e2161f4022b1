-- The ledger. Only server/ledger writes these two tables.
--
-- An entry debits one account and credits another of the same merchant, environment and currency by the same amount, so the books
-- balance by the shape of the row. House accounts (`provider:…`, `fees`, `funding`, `suspense`) exist once per merchant, so that
-- merchants share no row; the house's position is the sum over them.

create table accounts (
  merchant text collate "C" not null references merchants,
  environment text collate "C" not null,
  currency text collate "C" not null,
  name text collate "C" not null,
  -- Credits minus debits: always the sum of the account's entries. A merchant's own accounts cannot go below zero.
  balance bigint not null default 0,
  created_at timestamptz not null,
  primary key (merchant, environment, currency, name)
) with (fillfactor = 50);

-- The rules for a row. PostgreSQL parses a check constraint again for every statement, but caches the plan of a function: as eleven
-- constraints these rules took half the time of writing one transfer (decision 15). Null is no violation, as in any constraint.
create function kolo_is_valid(it accounts) returns boolean
language plpgsql immutable as $$
begin
  return it.environment in ('test', 'live')
    and it.currency ~ '^[A-Z]{3}$'
    and it.balance between -9007199254740991 and 9007199254740991
    and (it.balance >= 0 or it.name not in ('available', 'reserved'));
end
$$;
alter table accounts add constraint accounts_are_valid check (kolo_is_valid(accounts)) not valid;
select kolo_protect('accounts', 'select, insert, update');

create table entries (
  merchant text collate "C" not null,
  environment text collate "C" not null,
  currency text collate "C" not null,
  id bigint generated always as identity,
  kind text not null
    check (kind in ('hold', 'settle', 'settle_fee', 'release', 'fund', 'collect', 'collect_fee', 'correct')),
  -- Id of what the entry is for: a transfer, a payment, a refund, a top-up.
  subject text collate "C" not null,
  debit text collate "C" not null,
  credit text collate "C" not null check (credit <> debit),
  amount bigint not null check (amount > 0 and amount <= 9007199254740991),
  -- Both balances after this entry.
  debit_balance bigint not null,
  credit_balance bigint not null,
  created_at timestamptz not null,
  primary key (merchant, environment, id),
  foreign key (merchant, environment, currency, debit) references accounts (merchant, environment, currency, name),
  foreign key (merchant, environment, currency, credit) references accounts (merchant, environment, currency, name)
);
-- A subject has one hold, and one end of it: a settle or a release. The most selective column is the first one, so that a lookup
-- by key is decided by one comparison; a busy merchant has millions of entries with the same merchant and environment.
create unique index entries_once on entries
  (subject, merchant, environment, (case when kind = 'release' then 'settle' else kind end));
select kolo_protect('entries', 'select, insert');
