-- Checks that `refusals.test.ts` found missing. On tables with millions of rows they are `not valid`, so that adding them reads no row;
-- new rows are checked all the same.
create or replace function kolo_is_valid(it attempts) returns boolean
language plpgsql immutable as $$
begin
  return it.environment in ('test', 'live')
    and it.kind in ('transfer', 'collect', 'refund')
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

create or replace function kolo_is_valid(it transfers) returns boolean
language plpgsql immutable as $$
begin
  return it.environment in ('test', 'live')
    and it.currency ~ '^[A-Z]{3}$'
    and it.amount between 1 and 9007199254740991
    and it.fee >= 0
    and it.amount_total = it.amount + it.fee
    and it.sequence >= 0
    and it.status in ('pending', 'processing', 'complete', 'failed', 'canceled')
    and (it.completed_at is not null) = (it.status = 'complete')
    and (it.failure_reason is not null) = (it.status = 'failed')
    and (
      it.approval is null
      or it.approval in ('waiting', 'approved', 'rejected', 'canceled')
        and (it.approval <> 'waiting' or it.status = 'pending')
        and (it.approval not in ('rejected', 'canceled') or it.status = 'canceled')
    );
end
$$;

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
    and (it.amount_refunding = 0 or it.status = 'complete');
end
$$;

alter table refunds add check (sequence >= 0) not valid;
alter table beneficiaries add check (sequence >= 0) not valid;
alter table customers add check (sequence >= 0) not valid;
alter table webhooks add check (sequence >= 0);

alter table balance_checks add check (currency ~ '^[A-Z]{3}$');
alter table balance_drifts add check (currency ~ '^[A-Z]{3}$');
alter table balance_check_schedule add check (currency ~ '^[A-Z]{3}$'), add check (claim >= 0);

alter table events add check (type ~ '^\w+\.\w+$') not valid;
alter table outbox add check (size > 0);
alter table open_deliveries
  add check (type ~ '^\w+\.\w+$') not valid, add check (sequence >= 0) not valid, add check (claim >= 0) not valid;
alter table ended_deliveries add check (type ~ '^\w+\.\w+$') not valid, add check (sequence >= 0) not valid;
alter table outbox_mail add check (attempts >= 0), add check (claim >= 0);

alter table list_counts
  add check (environment in ('test', 'live')) not valid,
  add check (list in (
    'transfers', 'bulk_transfers', 'payments', 'refunds', 'payment_links', 'beneficiaries', 'customers', 'movements', 'events',
    'webhooks', 'deliveries', 'transfer_sums', 'payment_sums'
  )) not valid;
alter table list_deltas
  add check (environment in ('test', 'live')) not valid,
  add check (list in (
    'transfers', 'bulk_transfers', 'payments', 'refunds', 'payment_links', 'beneficiaries', 'customers', 'movements', 'events',
    'webhooks', 'deliveries', 'transfer_sums', 'payment_sums'
  )) not valid;
alter table search_stale
  add check (environment in ('test', 'live')),
  add check (list in ('transfers', 'payments', 'beneficiaries', 'customers'));
