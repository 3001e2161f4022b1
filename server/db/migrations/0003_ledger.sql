-- The books. Only server/ledger writes these two tables.
--
-- An entry debits one account and credits another of the same merchant, environment and currency by the same amount, so
-- the books balance by the shape of the row. House accounts (`provider:…`, `fees`, `funding`, `suspense`) are kept per
-- merchant: no row is shared between merchants, the house's position is the sum over them.

create table accounts (
  merchant text collate "C" not null references merchants,
  environment text collate "C" not null check (environment in ('test', 'live')),
  currency text collate "C" not null check (currency ~ '^[A-Z]{3}$'),
  name text collate "C" not null,
  -- Credits less debits: always the sum of the account's entries. What a merchant owns cannot go below zero.
  balance bigint not null default 0
    check (balance between -9007199254740991 and 9007199254740991)
    check (balance >= 0 or name not in ('available', 'reserved')),
  created_at timestamptz not null,
  primary key (merchant, environment, currency, name)
) with (fillfactor = 50);
select kolo_protect('accounts', 'select, insert, update');

create table entries (
  merchant text collate "C" not null,
  environment text collate "C" not null,
  currency text collate "C" not null,
  id bigint generated always as identity,
  kind text not null check (kind in ('hold', 'settle', 'settle_fee', 'release', 'fund')),
  -- What the entry is about: the id of a transfer, a payment, a refund, a top-up.
  subject text collate "C" not null,
  debit text collate "C" not null,
  credit text collate "C" not null check (credit <> debit),
  amount bigint not null check (amount > 0 and amount <= 9007199254740991),
  -- Both balances as this entry left them.
  debit_balance bigint not null,
  credit_balance bigint not null,
  created_at timestamptz not null,
  primary key (merchant, environment, id)
);
-- A hold is made once and ends once, in a settle or in a release.
create unique index entries_once on entries
  (merchant, environment, subject, (case when kind = 'release' then 'settle' else kind end));
select kolo_protect('entries', 'select, insert');
