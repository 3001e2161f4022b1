-- Dual control of outgoing money: a merchant's rule, and the orders that a second person has to approve.

-- No row: no approval is required.
create table approval_rules (
  merchant text collate "C" not null references merchants,
  environment text collate "C" not null check (environment in ('test', 'live')),
  -- An order above this amount in this currency, or in any other currency, needs approval. Null: the amount alone requires none.
  currency text collate "C" not null check (currency ~ '^[A-Z]{3}$'),
  amount_above bigint check (amount_above >= 0 and amount_above <= 9007199254740991),
  every_bulk boolean not null,
  updated_at timestamptz not null,
  primary key (merchant, environment),
  check (amount_above is not null or every_bulk)
);
select kolo_protect('approval_rules', 'select');
grant insert, update, delete on approval_rules to kolo_engine;

-- One order that needed approval: a transfer, a whole bulk or a refund. `asked_by` is null if an API key made it.
create table approvals (
  merchant text collate "C" not null references merchants,
  environment text collate "C" not null check (environment in ('test', 'live')),
  subject text collate "C" not null,
  state text not null check (state in ('waiting', 'approved', 'rejected', 'canceled')),
  asked_by text collate "C",
  asked_by_name text,
  asked_at timestamptz not null,
  decided_by text collate "C",
  decided_by_name text,
  decided_at timestamptz,
  reason text,
  -- The account holder and the possible duplicates that the maker saw, shown to the approver.
  seen json,
  primary key (merchant, environment, subject),
  check ((decided_at is not null) = (state <> 'waiting')),
  check ((decided_by is not null) = (state in ('approved', 'rejected'))),
  -- Nobody approves their own order.
  check (state <> 'approved' or decided_by is distinct from asked_by)
);
create index approvals_waiting on approvals (merchant, environment, subject) where state = 'waiting';
select kolo_protect('approvals', 'select, insert, update');

-- Orders sent by each maker, for merchants whose approval rule has an amount: the rule limits single orders, and a maker's total in
-- 24 hours. A maker is a person, or `key`: all keys of the merchant together. Retention: 48 hours.
create table money_out (
  merchant text collate "C" not null references merchants,
  environment text collate "C" not null check (environment in ('test', 'live')),
  -- A transfer, also one of a bulk, or a refund. The row is deleted when the order fails or is canceled.
  subject text collate "C" not null,
  maker text collate "C" not null,
  amount bigint not null check (amount > 0),
  minute timestamptz not null,
  primary key (merchant, environment, subject)
);
create index money_out_by_minute on money_out (minute);
select kolo_protect('money_out', 'select, insert, delete');

-- The same by minute: a day of one maker is at most 1,440 rows, whatever the number of orders.
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
