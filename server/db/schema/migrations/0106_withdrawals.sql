-- Withdrawals: a merchant takes its balance to a bank account or a wallet of its own.

create or replace function kolo_is_valid(it attempts) returns boolean
language plpgsql immutable as $$
begin
  return it.environment in ('test', 'live')
    and it.kind in ('transfer', 'collect', 'refund', 'withdrawal')
    and it.amount > 0
    and it.currency ~ '^[A-Z]{3}$'
    and it.country ~ '^[A-Z]{2}$'
    and it.claim >= 0
    and it.state in ('waiting', 'sent', 'complete', 'failed', 'canceled', 'review')
    and (it.sent_at is null or it.provider_reference is not null and it.state <> 'canceled')
    and (it.due_at is null or it.state <> 'canceled')
    and (it.ended_at is not null) = (it.state in ('complete', 'failed', 'canceled'));
end
$$;

create table withdrawal_accounts (
  merchant text collate "C" not null references merchants,
  environment text collate "C" not null check (environment in ('test', 'live')),
  id text collate "C" not null,
  type text not null check (type in ('mobile_money', 'bank_account')),
  name text not null,
  country text collate "C" not null check (country ~ '^[A-Z]{2}$'),
  currency text collate "C" not null check (currency ~ '^[A-Z]{3}$'),
  -- The number. An account number is sealed for this row.
  receiver text not null,
  -- The number with all but its last digits hidden.
  masked text not null,
  bank_code text,
  state text not null check (state in ('pending', 'active', 'removed')),
  -- `key` or `user:per_…`. In live two people confirm: whoever registered it is the first, unless a key did.
  created_by text not null,
  first_confirmed_by text,
  confirmed_by text,
  -- The end of the cooling time, which begins with the last confirmation.
  usable_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant, environment, id),
  check (state = 'removed' or (confirmed_by is not null) = (state = 'active')),
  check ((usable_at is not null) = (confirmed_by is not null)),
  check (environment = 'test' or confirmed_by is null or first_confirmed_by is not null and confirmed_by <> first_confirmed_by)
);
select kolo_protect('withdrawal_accounts', 'select, insert, update');

create table withdrawals (
  merchant text collate "C" not null references merchants,
  environment text collate "C" not null check (environment in ('test', 'live')),
  id text collate "C" not null,
  reference text collate "C" not null,
  account text collate "C" not null,
  amount bigint not null check (amount > 0 and amount <= 9007199254740991),
  currency text collate "C" not null check (currency ~ '^[A-Z]{3}$'),
  -- Null: the platform operator pays it through a bank.
  channel text collate "C",
  provider text collate "C" not null,
  -- A copy of the account's, sealed for this row.
  receiver text not null,
  description text,
  metadata json,
  status text collate "C" not null check (status in ('pending', 'processing', 'complete', 'failed', 'canceled')),
  approval text collate "C" check (approval in ('waiting', 'approved', 'rejected', 'canceled')),
  failure_code text collate "C",
  failure_reason text,
  -- The bank's reference of the payment, from the platform operator.
  bank_reference text,
  -- With dual control: the first person's decision.
  proposed text check (proposed in ('complete', 'failed')),
  proposed_text text,
  proposed_by text,
  -- Number of events about it.
  sequence integer not null default 0 check (sequence >= 0),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  completed_at timestamptz,
  primary key (merchant, environment, id),
  foreign key (merchant, environment, account) references withdrawal_accounts,
  check ((completed_at is not null) = (status = 'complete')),
  check ((failure_reason is not null) = (status = 'failed') and (failure_code is not null) = (status = 'failed')),
  check ((channel is null) = (provider = 'bank')),
  check (bank_reference is null or status = 'complete' and channel is null),
  check ((proposed is null) = (proposed_by is null) and (proposed is null) = (proposed_text is null)),
  check (approval is distinct from 'waiting' or status = 'pending'),
  check (approval is null or approval not in ('rejected', 'canceled') or status = 'canceled')
);
create unique index withdrawals_by_reference on withdrawals (merchant, environment, reference);
create unique index withdrawals_by_id on withdrawals (id);
create index withdrawals_by_bank on withdrawals (id) where channel is null and status in ('pending', 'processing');
select kolo_protect('withdrawals', 'select, insert, update');

-- The actions of a person in a merchant's request, with those about withdrawals.
drop policy own_actions on audit_log;
create policy own_actions on audit_log for insert to kolo_api with check (
  merchant = current_setting('kolo.merchant', true)
  and environment = current_setting('kolo.environment', true)
  and starts_with(actor, 'user:per_')
  and action in (
    'refund.created', 'transfer.canceled', 'payment.canceled', 'beneficiary.updated', 'beneficiary.deleted',
    'webhook.created', 'webhook.updated', 'webhook.deleted', 'webhook.secret_rotated', 'webhook.secret_confirmed',
    'webhook.secret_canceled', 'webhook.replayed', 'delivery.retried', 'withdrawal.created', 'withdrawal.canceled',
    'withdrawal_account.created', 'withdrawal_account.confirmed', 'withdrawal_account.removed'
  )
);
