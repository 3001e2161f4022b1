-- Orders sent by each maker, for merchants whose approval rule has an amount: the rule limits single orders, and a maker's total in
-- 24 hours. A maker is a person, or `key`: all keys of the merchant together. Retention: 48 hours.
create table money_out (
  merchant text collate "C" not null references merchants,
  environment text collate "C" not null check (environment in ('test', 'live')),
  -- A transfer, of a bulk too, or a refund. The row goes when the order fails or is canceled.
  subject text collate "C" not null,
  maker text collate "C" not null,
  amount bigint not null check (amount > 0),
  minute timestamptz not null,
  primary key (merchant, environment, subject)
);
create index money_out_by_minute on money_out (minute);
select kolo_protect('money_out', 'select, insert, delete');

-- The same added up: a day of one maker is 1,440 rows at most, however many orders there are.
create table money_out_totals (
  merchant text collate "C" not null references merchants,
  environment text collate "C" not null check (environment in ('test', 'live')),
  maker text collate "C" not null,
  minute timestamptz not null,
  amount bigint not null,
  primary key (merchant, environment, maker, minute)
);
create index money_out_totals_by_minute on money_out_totals (minute);
select kolo_protect('money_out_totals', 'select, insert, update, delete');

-- A refund may need a second person, too. One that is rejected has failed.
alter table refunds add column approval text collate "C";
alter table refunds add check (approval in ('waiting', 'approved', 'rejected')) not valid;
alter table refunds add check (approval is distinct from 'waiting' or status = 'pending') not valid;
alter table refunds add check (approval is distinct from 'rejected' or status = 'failed') not valid;
