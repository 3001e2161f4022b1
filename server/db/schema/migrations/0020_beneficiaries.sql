-- Beneficiaries: the receivers of transfers.

create table beneficiaries (
  merchant text collate "C" not null references merchants,
  environment text collate "C" not null check (environment in ('test', 'live')),
  id text collate "C" not null,
  -- Null only if a transfer of the older form created it: that form has a number and no name.
  name text check (name is not null or not listed),
  email text,
  -- E.164, and the number as it was typed.
  phone text collate "C",
  phone_typed text,
  -- Sealed.
  account_number text,
  bank_code text,
  country text not null check (country ~ '^[A-Z]{2}$'),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  type text not null check (type in ('mobile_money', 'bank_account', 'cash_pickup')),
  metadata json,
  -- False if a transfer created it with `beneficiary_data`: it is found by its id and is not in the list.
  listed boolean not null default true,
  -- Digest of `beneficiary_data`: the next transfer with the same data uses the same row. Null after an edit or a deletion.
  data_key bytea,
  -- Number of events about it.
  sequence integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  primary key (merchant, environment, id),
  constraint beneficiaries_found_by_data check (data_key is null or (not listed and deleted_at is null)),
  check (phone is not null or type = 'bank_account'),
  check ((account_number is not null and bank_code is not null) or type <> 'bank_account')
);
create unique index beneficiaries_by_data on beneficiaries (data_key, merchant, environment) where data_key is not null;
-- Few beneficiaries are in the list: transfers create most of them.
create index beneficiaries_listed on beneficiaries (merchant, environment, id) where listed and deleted_at is null;
select kolo_protect('beneficiaries', 'select, insert, update');
