-- What a person does to a webhook, its secret and what was sent to it is in the merchant's log of acts, as their refunds,
-- cancellations and edits of beneficiaries are.
drop policy own_acts on acts;
create policy own_acts on acts for insert to kolo_api with check (
  merchant = current_setting('kolo.merchant', true)
  and environment = current_setting('kolo.environment', true)
  and starts_with(actor, 'user:per_')
  and act in (
    'refund.created', 'transfer.canceled', 'payment.canceled', 'beneficiary.updated', 'beneficiary.deleted',
    'webhook.created', 'webhook.updated', 'webhook.deleted', 'webhook.secret_rotated', 'webhook.secret_confirmed',
    'webhook.secret_canceled', 'webhook.replayed', 'delivery.retried'
  )
);
