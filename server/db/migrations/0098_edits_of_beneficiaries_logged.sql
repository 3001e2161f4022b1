-- A person's edit or deletion of a beneficiary is in the merchant's log of acts, as their refunds and cancellations are.
drop policy own_acts on acts;
create policy own_acts on acts for insert to kolo_api with check (
  merchant = current_setting('kolo.merchant', true)
  and environment = current_setting('kolo.environment', true)
  and starts_with(actor, 'user:per_')
  and act in (
    'refund.created', 'transfer.canceled', 'payment.canceled', 'beneficiary.updated', 'beneficiary.deleted'
  )
);
