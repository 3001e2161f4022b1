-- The account holder and the possible duplicates that the maker of an order saw, shown to the approver.
alter table approvals add column seen json;

-- Account holders that a person of a business looked up before paying. Retention: one hour.
create table holders_seen (
  merchant text collate "C" not null references merchants,
  environment text collate "C" not null check (environment in ('test', 'live')),
  person text collate "C" not null,
  phone text collate "C" not null,
  found boolean not null,
  active boolean,
  name text,
  seen_at timestamptz not null,
  primary key (merchant, environment, person, phone)
);
create index holders_seen_by_time on holders_seen (seen_at);
select kolo_protect('holders_seen', 'select, insert, update, delete');
