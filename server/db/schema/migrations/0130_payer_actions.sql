-- A payment may need another action of the payer than to confirm on the phone: to open a page of the provider, or to enter a one-time code.
alter table payments
  -- The provider's page, while the payer can still pay there.
  add column action_url text;
create or replace function kolo_is_valid(it payments) returns boolean
language plpgsql immutable as $$
begin
  return it.environment in ('test', 'live')
    and it.currency ~ '^[A-Z]{3}$'
    and it.amount between 1 and 9007199254740991
    and it.fee between 0 and it.amount
    and it.amount_refunded between 0 and it.amount
    and it.amount_refunding between it.amount_refunded and it.amount
    and it.sequence >= 0
    and it.status in ('pending', 'processing', 'complete', 'failed', 'canceled', 'expired')
    and (it.channel is not null or it.status not in ('processing', 'complete', 'failed'))
    and (it.completed_at is not null) = (it.status = 'complete')
    and (it.failure_reason is not null or it.status <> 'failed')
    and (it.failure_code is null) = (it.failure_reason is null)
    and (it.amount_refunding = 0 or it.status = 'complete')
    and (it.action_url is null or it.status = 'processing' and length(it.action_url) <= 2000);
end
$$;
alter table attempts
  -- The code that the payer entered, encrypted; removed when the attempt ends.
  add column otp text;
