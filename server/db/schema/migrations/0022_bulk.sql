-- Bulk transfers: the request that created many transfers. Each transfer then has its own life.

create table bulk_transfers (
  merchant text collate "C" not null references merchants,
  environment text collate "C" not null check (environment in ('test', 'live')),
  id text collate "C" not null,
  description text,
  currency text collate "C" not null check (currency ~ '^[A-Z]{3}$'),
  total_amount bigint not null check (total_amount > 0),
  total_fee bigint not null check (total_fee >= 0),
  total_transfers integer not null check (total_transfers > 0),
  created_at timestamptz not null,
  primary key (merchant, environment, id)
);
select kolo_protect('bulk_transfers', 'select, insert');
