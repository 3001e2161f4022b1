-- `failure_code` beside `failure_reason` (`kernel/failure-codes.ts`). Rows that failed before this step keep a reason without a code.
-- A nullable column without a default rewrites no row.
alter table transfers add column failure_code text collate "C";
alter table refunds add column failure_code text collate "C";
alter table provider_calls add column failure_code text collate "C";
alter table reviews add column failure_code text collate "C";

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
    and (it.failure_code is null or it.failure_reason is not null)
    and (
      it.approval is null
      or it.approval in ('waiting', 'approved', 'rejected', 'canceled')
        and (it.approval <> 'waiting' or it.status = 'pending')
        and (it.approval not in ('rejected', 'canceled') or it.status = 'canceled')
    );
end
$$;

-- `not valid`: every row has a null code here, so there is nothing to read.
alter table refunds
  add constraint refunds_failure_code_check check (failure_code is null or failure_reason is not null) not valid;
