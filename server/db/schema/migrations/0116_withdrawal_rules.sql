-- Withdrawal rules: the balance in one currency is withdrawn at regular times.

create table withdrawal_rules (
  merchant text collate "C" not null references merchants,
  environment text collate "C" not null check (environment in ('test', 'live')),
  id text collate "C" not null,
  account text collate "C" not null,
  currency text collate "C" not null check (currency ~ '^[A-Z]{3}$'),
  frequency text collate "C" not null check (frequency in ('daily', 'weekly')),
  -- Days of the week; empty for `daily`. They and the time are by the clock of the merchant's time zone.
  days json not null,
  time text collate "C" not null check (time ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  balance_above bigint not null check (balance_above between 0 and 9007199254740991),
  balance_left bigint not null check (balance_left between 0 and 9007199254740991),
  asked_by text collate "C",
  asked_by_name text,
  -- The next run: its day and its due time. Null once the rule is removed.
  next_day text collate "C",
  next_due_at timestamptz,
  -- The last due time that had its run.
  last_day text collate "C",
  last_due_at timestamptz,
  -- Number of events about it.
  sequence integer not null default 0 check (sequence >= 0),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  primary key (merchant, environment, id),
  foreign key (merchant, environment, account) references withdrawal_accounts,
  check ((next_due_at is null) = (next_day is null) and (next_due_at is null) = (deleted_at is not null)),
  check ((last_day is null) = (last_due_at is null)),
  check (next_due_at > last_due_at and next_day > last_day)
);
create unique index withdrawal_rules_by_currency on withdrawal_rules (merchant, environment, currency)
  where deleted_at is null;
create index withdrawal_rules_due on withdrawal_rules (next_due_at, id) where next_due_at is not null;
select kolo_protect('withdrawal_rules', 'select, insert, update');

-- One row per due time, written in the transaction of its withdrawal: the keys make a second run of a due time, or of a day, impossible.
create table withdrawal_rule_runs (
  merchant text collate "C" not null,
  environment text collate "C" not null,
  rule text collate "C" not null,
  due_at timestamptz not null,
  day text collate "C" not null check (day ~ '^\d{4}-\d{2}-\d{2}$'),
  withdrawal text collate "C",
  skip_code text collate "C" check (skip_code in ('balance_too_small', 'account_unusable', 'limit_exceeded')),
  skip_reason text,
  available bigint not null,
  created_at timestamptz not null,
  primary key (merchant, environment, rule, due_at),
  unique (merchant, environment, rule, day),
  foreign key (merchant, environment, rule) references withdrawal_rules,
  foreign key (merchant, environment, withdrawal) references withdrawals,
  check ((withdrawal is null) = (skip_code is not null) and (withdrawal is null) = (skip_reason is not null))
);
create unique index withdrawal_rule_runs_by_withdrawal on withdrawal_rule_runs (merchant, environment, withdrawal)
  where withdrawal is not null;
select kolo_protect('withdrawal_rule_runs', 'select, insert');

-- The rule that made a withdrawal. No withdrawal has one yet, so there is nothing to read.
alter table withdrawals add column rule text collate "C";
alter table withdrawals
  add constraint withdrawals_rule_fkey foreign key (merchant, environment, rule) references withdrawal_rules not valid;

-- The actions of a person in a merchant's request, with those about withdrawal rules.
drop policy own_actions on audit_log;
create policy own_actions on audit_log for insert to kolo_api with check (
  merchant = current_setting('kolo.merchant', true)
  and environment = current_setting('kolo.environment', true)
  and starts_with(actor, 'user:per_')
  and action in (
    'refund.created', 'transfer.canceled', 'payment.canceled', 'beneficiary.updated', 'beneficiary.deleted',
    'webhook.created', 'webhook.updated', 'webhook.deleted', 'webhook.secret_rotated', 'webhook.secret_confirmed',
    'webhook.secret_canceled', 'webhook.replayed', 'delivery.retried', 'withdrawal.created', 'withdrawal.canceled',
    'withdrawal_account.created', 'withdrawal_account.confirmed', 'withdrawal_account.removed', 'schedule.created',
    'schedule.updated', 'schedule.deleted', 'holidays.set', 'bulk_transfer.canceled', 'withdrawal_rule.set',
    'withdrawal_rule.removed'
  )
);
