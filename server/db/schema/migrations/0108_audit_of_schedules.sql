-- The actions of a person in a merchant's request, with those about schedules, holidays and a canceled bulk.
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
    'schedule.updated', 'schedule.deleted', 'holidays.set', 'bulk_transfer.canceled'
  )
);
