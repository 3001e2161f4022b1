-- Account holders that a person of a business looked up before paying. Retention: one hour.

create table account_lookups (
  merchant text collate "C" not null references merchants,
  environment text collate "C" not null check (environment in ('test', 'live')),
  person text collate "C" not null references users,
  phone text collate "C" not null,
  found boolean not null,
  active boolean,
  name text,
  looked_up_at timestamptz not null,
  primary key (merchant, environment, person, phone)
);
create index account_lookups_by_time on account_lookups (looked_up_at);
select kolo_protect('account_lookups', 'select, insert, update, delete');
