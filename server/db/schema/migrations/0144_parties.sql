-- The merchant's note about a customer or beneficiary. Only the dashboard shows it.

create table party_notes (
  merchant text collate "C" not null references merchants,
  environment text collate "C" not null check (environment in ('test', 'live')),
  -- A customer or a beneficiary.
  party text collate "C" not null,
  text text not null check (char_length(text) between 1 and 2000),
  written_by text collate "C" not null references users,
  -- The name at that time: a person may be renamed or removed.
  written_by_name text not null,
  written_at timestamptz not null,
  primary key (merchant, environment, party)
);
select kolo_protect('party_notes', 'select, insert, update, delete');

-- The transfers to a beneficiary, the newest first. Both columns never change, so that updates of a transfer write no index.
create index transfers_by_beneficiary on transfers (merchant, environment, beneficiary, id);
-- Few beneficiaries are in the list: transfers create most of them.
create index beneficiaries_by_phone on beneficiaries (merchant, environment, phone) where listed and deleted_at is null;

-- The actions of a person in a merchant's request, with blocks of customers.
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
    'withdrawal_rule.removed', 'invoice.created', 'invoice.canceled', 'customer.blocked', 'customer.unblocked'
  )
);
