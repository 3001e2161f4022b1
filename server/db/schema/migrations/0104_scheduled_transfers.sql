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
  add column funds_state text collate "C",
  add constraint transfers_timing_check check (
    funds_state is null
    or scheduled_at is not null
      and funds_state in ('awaited', 'held', 'none')
      and (funds_state <> 'awaited' or status = 'pending')
      and (funds_state <> 'none' or status in ('failed', 'canceled'))
  ) not valid;

-- The predicates name only columns that never change for a transfer that is sent at once: its updates still write no index.
create index transfers_awaiting_funds on transfers (scheduled_at, id)
  where funds_state = 'awaited' and approval is distinct from 'waiting';
create index transfers_by_due_time on transfers (merchant, environment, scheduled_at) where scheduled_at is not null;
create index bulk_transfers_by_due_time on bulk_transfers (merchant, environment, scheduled_at) where scheduled_at is not null;
