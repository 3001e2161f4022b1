-- Refunds of payments.

create table refunds (
  merchant text collate "C" not null,
  environment text collate "C" not null check (environment in ('test', 'live')),
  id text collate "C" not null,
  payment text collate "C" not null,
  amount bigint not null check (amount > 0 and amount <= 9007199254740991),
  currency text collate "C" not null check (currency ~ '^[A-Z]{3}$'),
  channel text collate "C" not null,
  -- The payer's number or account, sealed as that of a transfer is.
  receiver text not null,
  reason text,
  metadata json,
  status text collate "C" not null check (status in ('pending', 'processing', 'complete', 'failed')),
  failure_reason text,
  -- Number of events about it.
  sequence integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  completed_at timestamptz,
  -- The state of a second person's approval. Null: none was required. A rejected refund has failed.
  approval text collate "C" check (approval in ('waiting', 'approved', 'rejected')),
  primary key (merchant, environment, id),
  foreign key (merchant, environment, payment) references payments,
  check ((completed_at is not null) = (status = 'complete')),
  check ((failure_reason is not null) = (status = 'failed')),
  check (approval is distinct from 'waiting' or status = 'pending'),
  check (approval is distinct from 'rejected' or status = 'failed')
);
create index refunds_by_payment on refunds (merchant, environment, payment, id);
select kolo_protect('refunds', 'select, insert, update');
