-- Schedules: a stored list of transfers that becomes a bulk transfer at every due time.

create table schedules (
  merchant text collate "C" not null references merchants,
  environment text collate "C" not null check (environment in ('test', 'live')),
  id text collate "C" not null,
  name text not null,
  description text,
  currency text collate "C" not null check (currency ~ '^[A-Z]{3}$'),
  total_amount bigint not null check (total_amount > 0),
  total_transfers integer not null check (total_transfers > 0),
  frequency text collate "C" not null check (frequency in ('daily', 'weekly', 'monthly')),
  -- Days of the week or of the month; empty for `daily`.
  days json not null,
  -- The time of day and the days below are by the clock of the merchant's time zone.
  time text collate "C" not null check (time ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  holiday_rule text collate "C" not null check (holiday_rule in ('none', 'before', 'after')),
  starts_on text collate "C" not null check (starts_on ~ '^\d{4}-\d{2}-\d{2}$'),
  ends_on text collate "C" check (ends_on ~ '^\d{4}-\d{2}-\d{2}$'),
  runs_max integer check (runs_max > 0),
  days_ahead integer not null check (days_ahead between 0 and 31),
  reserve_funds text collate "C" not null check (reserve_funds in ('now', 'at_due')),
  status text collate "C" not null check (status in ('active', 'paused', 'ended')),
  asked_by text collate "C",
  asked_by_name text,
  runs_count integer not null check (runs_count >= 0 and (runs_max is null or runs_count <= runs_max)),
  -- The next run: its day before any holiday rule, its due time, and when its bulk is created.
  next_day text collate "C",
  next_due_at timestamptz,
  run_at timestamptz,
  -- The last due time that had its run.
  last_day text collate "C",
  last_due_at timestamptz,
  -- Number of events about it.
  sequence integer not null default 0 check (sequence >= 0),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  primary key (merchant, environment, id),
  check ((run_at is not null) = (status = 'active')),
  check ((next_day is not null) = (run_at is not null) and (next_due_at is not null) = (run_at is not null)),
  check ((last_day is null) = (last_due_at is null)),
  check (next_due_at > last_due_at and next_day > last_day),
  check (deleted_at is null or status = 'ended')
);
create index schedules_due on schedules (run_at, id) where run_at is not null;
select kolo_protect('schedules', 'select, insert, update');

create table schedule_payees (
  merchant text collate "C" not null,
  environment text collate "C" not null,
  schedule text collate "C" not null,
  position integer not null check (position >= 0),
  beneficiary text collate "C" not null,
  channel text collate "C" not null,
  amount bigint not null check (amount between 1 and 9007199254740991),
  description text,
  metadata json,
  expect_name text,
  primary key (merchant, environment, schedule, position),
  foreign key (merchant, environment, schedule) references schedules,
  foreign key (merchant, environment, beneficiary) references beneficiaries
);
select kolo_protect('schedule_payees', 'select, insert, delete');

-- One row per due time, written in the transaction of its bulk: the keys make a second run of a due time, or of a day, impossible.
create table schedule_runs (
  merchant text collate "C" not null,
  environment text collate "C" not null,
  schedule text collate "C" not null,
  due_at timestamptz not null,
  day text collate "C" not null check (day ~ '^\d{4}-\d{2}-\d{2}$'),
  bulk text collate "C",
  failure_code text collate "C" check (failure_code in ('insufficient_balance', 'transfers_refused')),
  failure_reason text,
  created_at timestamptz not null,
  primary key (merchant, environment, schedule, due_at),
  unique (merchant, environment, schedule, day),
  foreign key (merchant, environment, schedule) references schedules,
  -- The row of a bulk is written last.
  foreign key (merchant, environment, bulk) references bulk_transfers deferrable initially deferred,
  check ((bulk is null) = (failure_code is not null) and (bulk is null) = (failure_reason is not null))
);
select kolo_protect('schedule_runs', 'select, insert');

-- The days on which schedules with a holiday rule do not pay.
create table holidays (
  merchant text collate "C" not null references merchants,
  environment text collate "C" not null check (environment in ('test', 'live')),
  day text collate "C" not null check (day ~ '^\d{4}-\d{2}-\d{2}$'),
  primary key (merchant, environment, day)
);
select kolo_protect('holidays', 'select, insert, delete');

-- No bulk has a schedule yet, so there is nothing to read.
alter table bulk_transfers
  add constraint bulk_transfers_schedule_fkey
  foreign key (merchant, environment, schedule) references schedules not valid;
create unique index bulk_transfers_by_schedule on bulk_transfers (merchant, environment, schedule, scheduled_at)
  where schedule is not null;
