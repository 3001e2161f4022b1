-- Transfers: money out.

create table transfers (
  merchant text collate "C" not null,
  environment text collate "C" not null,
  id text collate "C" not null,
  reference text collate "C" not null,
  amount bigint not null,
  fee bigint not null,
  amount_total bigint not null,
  currency text collate "C" not null,
  -- As requested (`cm.mobile`). The attempt has the channel that it was routed to.
  channel text collate "C" not null,
  beneficiary text collate "C" not null,
  -- The receiving number or account at the time the transfer was accepted.
  receiver text not null,
  description text,
  metadata json,
  status text collate "C" not null,
  failure_reason text,
  -- Number of events about it.
  sequence integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  completed_at timestamptz,
  bulk text collate "C",
  -- The state of a second person's approval. Null: none was required.
  approval text collate "C",
  primary key (merchant, environment, id),
  -- The reference comes first: one comparison decides, while all of a merchant's keys begin alike.
  constraint transfers_reference unique (reference, merchant, environment),
  foreign key (merchant, environment, beneficiary) references beneficiaries,
  -- The row of a bulk has its totals and is written last.
  foreign key (merchant, environment, bulk) references bulk_transfers deferrable initially deferred
  -- A transfer is updated twice, in columns without an index. Half a page stays free for that: an update on the same page writes no
  -- index.
) with (fillfactor = 50);
create index transfers_by_bulk on transfers (merchant, environment, bulk, id) where bulk is not null;

-- The rules for a row, as a function (see `accounts`).
create function kolo_is_valid(it transfers) returns boolean
language plpgsql immutable as $$
begin
  return it.environment in ('test', 'live')
    and it.currency ~ '^[A-Z]{3}$'
    and it.amount between 1 and 9007199254740991
    and it.fee >= 0
    and it.amount_total = it.amount + it.fee
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
alter table transfers add constraint transfers_are_valid check (kolo_is_valid(transfers)) not valid;
select kolo_protect('transfers', 'select, insert, update');
