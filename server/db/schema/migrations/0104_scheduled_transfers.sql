-- Transfers and bulk transfers with a due time. New columns are null for every order that is sent at once, so no row is rewritten.

alter table bulk_transfers
  add column scheduled_at timestamptz,
  add column reserve_funds text collate "C",
  add column schedule text collate "C",
  add constraint bulk_transfers_timing_check check (
    (scheduled_at is null) = (reserve_funds is null)
    and reserve_funds in ('now', 'at_due')
    and (schedule is null or scheduled_at is not null)
  ) not valid;

alter table transfers
  add column scheduled_at timestamptz,
  -- For an order whose money is held at its due time: `awaited` (no hold yet), `held`, or `none` (it ended without a hold).
  add column funds_state text collate "C";

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
    )
    and (
      it.funds_state is null
      or it.scheduled_at is not null
        and it.funds_state in ('awaited', 'held', 'none')
        and (it.funds_state <> 'awaited' or it.status = 'pending')
        and (it.funds_state <> 'none' or it.status in ('failed', 'canceled'))
    );
end
$$;

-- The predicates name only columns that never change for a transfer that is sent at once: its updates still write no index.
create index transfers_awaiting_funds on transfers (scheduled_at, id)
  where funds_state = 'awaited' and approval is distinct from 'waiting';
create index transfers_by_due_time on transfers (merchant, environment, scheduled_at) where scheduled_at is not null;
create index bulk_transfers_by_due_time on bulk_transfers (merchant, environment, scheduled_at) where scheduled_at is not null;
