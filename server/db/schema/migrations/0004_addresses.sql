-- IP ranges that may initiate transfers. A merchant without a row can initiate none.

create table addresses (
  merchant text collate "C" not null references merchants,
  environment text collate "C" not null check (environment in ('test', 'live')),
  range cidr not null,
  note text,
  created_at timestamptz not null,
  primary key (merchant, environment, range)
);
select kolo_protect('addresses', 'select, insert, delete');
