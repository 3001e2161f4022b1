-- What an order's maker saw when they made it, for the second person: whose number it is, and what looks like the same payment.
alter table approvals add column seen json;

-- What networks told people of a business about numbers they were about to pay. Older rows are deleted.
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
