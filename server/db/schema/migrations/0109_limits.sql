-- Limits on the sum or the number of orders per hour, day and month, set by the platform operator or by the merchant.

create table limit_rules (
  merchant text collate "C" not null references merchants,
  environment text collate "C" not null check (environment in ('test', 'live')),
  id text collate "C" not null,
  set_by text collate "C" not null check (set_by in ('platform', 'merchant')),
  -- The orders that count together. `payer` limits payments, the others limit money out.
  applies_to text collate "C" not null check (applies_to in ('merchant', 'key', 'person', 'payee', 'payer')),
  -- One key or person. Null: each of them has the limit.
  holder text collate "C" check (holder is null or applies_to in ('key', 'person')),
  period text collate "C" not null check (period in ('hour', 'day', 'month')),
  measure text collate "C" not null check (measure in ('amount', 'count')),
  -- Only orders in this currency count towards an amount. A count covers all currencies.
  currency text collate "C" check (currency ~ '^[A-Z]{3}$'),
  maximum bigint not null check (maximum between 0 and 9007199254740991),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant, environment, id),
  unique nulls not distinct (merchant, environment, set_by, applies_to, holder, period, measure, currency),
  check ((currency is not null) = (measure = 'amount'))
);
select kolo_protect('limit_rules', 'select');
grant insert, update, delete on limit_rules to kolo_engine;

-- The used part of each limit. A counter is the text of its measure, currency, period, bucket and holder: the rules of the platform
-- operator and of the merchant share it. A row exists only for a counter that a rule limits.
create table limit_usage (
  merchant text collate "C" not null references merchants,
  environment text collate "C" not null check (environment in ('test', 'live')),
  counter text collate "C" not null,
  used bigint not null check (used >= 0),
  -- The end of the hour, day or month. Retention begins here.
  ends_at timestamptz not null,
  primary key (merchant, environment, counter)
);
create index limit_usage_by_end on limit_usage (ends_at);
select kolo_protect('limit_usage', 'select, insert, update, delete');

-- The counters that an order was added to, so that a failed or canceled one can be subtracted.
create table limit_shares (
  merchant text collate "C" not null references merchants,
  environment text collate "C" not null check (environment in ('test', 'live')),
  -- A transfer, refund, withdrawal or payment. The row is deleted when the order fails or is canceled.
  subject text collate "C" not null,
  -- One per line.
  counters text collate "C" not null,
  amount bigint not null check (amount > 0),
  -- The time whose hour, day and month it was counted in: its creation, or its due time.
  counted_at timestamptz not null,
  primary key (merchant, environment, subject)
);
create index limit_shares_by_time on limit_shares (counted_at);
select kolo_protect('limit_shares', 'select, insert, delete');
