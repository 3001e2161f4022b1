-- The charges that providers take from the house: the schedule of each account, and the charge of each order.

-- A band of a schedule: the charge of orders from an amount on, up to the next band. The channel '*' applies to every channel without
-- bands of its own.
create table charge_bands (
  provider text collate "C" not null,
  environment text collate "C" not null check (environment in ('test', 'live')),
  -- Owner of the account. Null: the platform operator.
  merchant text collate "C" references merchants,
  kind text not null check (kind in ('transfer', 'collect', 'refund', 'withdrawal')),
  channel text collate "C" not null,
  -- Minor units of the currency.
  from_amount bigint not null check (from_amount between 0 and 9007199254740991),
  -- Basis points of the order's amount.
  percent_bp integer not null check (percent_bp between 0 and 10000),
  fixed bigint not null check (fixed between 0 and 9007199254740991),
  -- Basis points of the charge: the tax that the provider adds.
  tax_bp integer not null check (tax_bp between 0 and 10000),
  updated_at timestamptz not null,
  updated_by text not null,
  unique nulls not distinct (provider, environment, merchant, kind, channel, from_amount)
);
alter table charge_bands enable row level security;
alter table charge_bands force row level security;
-- Merchants do not see what their orders cost the house.
create policy every_row on charge_bands to kolo_engine using (true) with check (true);
grant select, insert, delete on charge_bands to kolo_engine;

-- The charge of an order: each row is its whole charge from then on, and replaces the row before.
create table charges (
  merchant text collate "C" not null references merchants,
  environment text collate "C" not null check (environment in ('test', 'live')),
  id text collate "C" not null,
  attempt text collate "C" not null,
  -- 1, 2, 3 … for each attempt.
  sequence integer not null check (sequence > 0),
  currency text collate "C" not null check (currency ~ '^[A-Z]{3}$'),
  amount bigint not null check (amount between 0 and 9007199254740991),
  tax bigint not null check (tax between 0 and 9007199254740991),
  -- schedule: expected. provider: from the provider's answer. statement: from its report. operator: entered by hand.
  source text not null check (source in ('schedule', 'provider', 'statement', 'operator')),
  statement text collate "C" references statements,
  -- Why a platform operator changed it.
  note text check (note <> ''),
  created_at timestamptz not null,
  primary key (merchant, environment, attempt, sequence),
  foreign key (merchant, environment, attempt) references attempts,
  check ((statement is not null) = (source = 'statement')),
  check ((note is not null) = (source = 'operator'))
);
create unique index charges_by_id on charges (id);
alter table charges enable row level security;
alter table charges force row level security;
create policy every_row on charges to kolo_engine using (true) with check (true);
grant select, insert on charges to kolo_engine;

-- `not valid`: the new list has every kind of the old one, so there is nothing to read.
alter table entries drop constraint entries_kind_check;
alter table entries add constraint entries_kind_check check (
  kind in (
    'hold', 'settle', 'settle_fee', 'release', 'fund', 'collect', 'collect_fee', 'correct', 'reverse', 'adjust', 'advance', 'repay',
    'charge', 'charge_tax', 'correct_charge', 'correct_tax'
  )
) not valid;
