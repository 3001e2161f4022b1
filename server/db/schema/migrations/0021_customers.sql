-- Customers: the payers of payments.

create table customers (
  merchant text collate "C" not null references merchants,
  environment text collate "C" not null check (environment in ('test', 'live')),
  id text collate "C" not null,
  name text not null,
  email text,
  -- E.164, and the number as it was typed.
  phone text collate "C",
  phone_typed text,
  metadata json,
  -- Number of events about it.
  sequence integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  -- E-mail address or number by which the payer's next payment finds this row. Null for a customer that was created through the
  -- API or was edited.
  payer_key text collate "C",
  primary key (merchant, environment, id),
  check (email is not null or phone is not null)
);
create unique index customers_by_payer on customers (payer_key, merchant, environment) where payer_key is not null;
create index customers_by_email on customers (merchant, environment, lower(email)) where email is not null;
create index customers_by_phone on customers (merchant, environment, phone) where phone is not null;
select kolo_protect('customers', 'select, insert, update');
