-- Who is paid, and who pays.

create table beneficiaries (
  merchant text collate "C" not null references merchants,
  environment text collate "C" not null check (environment in ('test', 'live')),
  id text collate "C" not null,
  -- Null only for one that a transfer of the older form brought along: it gave a number and no name.
  name text check (name is not null or not listed),
  email text,
  -- E.164, and beside it what was typed.
  phone text collate "C",
  phone_typed text,
  -- Sealed.
  account_number text,
  bank_code text,
  country text not null check (country ~ '^[A-Z]{2}$'),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  type text not null check (type in ('mobile_money', 'bank_account', 'cash_pickup')),
  metadata json,
  -- False for one that a transfer brought along as `beneficiary_data`: found by its id, not in the list. `data_key` is
  -- then a digest of what was sent, so that the same data make one beneficiary.
  listed boolean not null default true,
  data_key bytea check ((data_key is null) = listed),
  -- How many events there have been about it.
  sequence integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  primary key (merchant, environment, id),
  check (phone is not null or type = 'bank_account'),
  check ((account_number is not null and bank_code is not null) or type <> 'bank_account')
);
create unique index beneficiaries_by_data on beneficiaries (merchant, environment, data_key) where data_key is not null;
select kolo_protect('beneficiaries', 'select, insert, update');

create table customers (
  merchant text collate "C" not null references merchants,
  environment text collate "C" not null check (environment in ('test', 'live')),
  id text collate "C" not null,
  name text not null,
  email text,
  phone text collate "C",
  phone_typed text,
  metadata json,
  sequence integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  primary key (merchant, environment, id),
  check (email is not null or phone is not null)
);
select kolo_protect('customers', 'select, insert, update');
