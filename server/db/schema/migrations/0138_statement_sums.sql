-- Sums of a merchant's entries, so that a statement of any period reads few of them.

-- A segment: a run of consecutive entries of one merchant, environment and currency that move `available` or `reserved`. Segments follow
-- each other without a gap, from the first entry. They never change, because entries do not.
create table statement_segments (
  merchant text collate "C" not null references merchants,
  environment text collate "C" not null check (environment in ('test', 'live')),
  currency text collate "C" not null check (currency ~ '^[A-Z]{3}$'),
  first_id bigint not null,
  last_id bigint not null check (last_id >= first_id),
  -- The number of its entries that move `available`: the counters of lists count those.
  movements integer not null check (movements >= 0),
  -- A list of {kind, subject_prefix, channel, count, amount_in, amount_out, available, reserved}: `EntrySum` in the code.
  sums jsonb not null,
  created_at timestamptz not null,
  primary key (merchant, environment, currency, last_id),
  foreign key (merchant, environment, first_id) references entries,
  foreign key (merchant, environment, last_id) references entries
);
select kolo_protect('statement_segments', 'select, insert');
revoke insert on statement_segments from kolo_api;
