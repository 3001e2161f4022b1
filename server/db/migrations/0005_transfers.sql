-- Money out, and the attempts at the providers that carry it (payments' too).

create table transfers (
  merchant text collate "C" not null,
  environment text collate "C" not null check (environment in ('test', 'live')),
  id text collate "C" not null,
  reference text collate "C" not null,
  amount bigint not null check (amount > 0 and amount <= 9007199254740991),
  fee bigint not null check (fee >= 0),
  amount_total bigint not null check (amount_total = amount + fee),
  currency text collate "C" not null check (currency ~ '^[A-Z]{3}$'),
  -- As it was asked for (`cm.mobile`); the attempt knows which one it was routed to.
  channel text collate "C" not null,
  beneficiary text collate "C" not null,
  -- The number or account that receives, as it was when the transfer was accepted.
  receiver text not null,
  description text,
  metadata json,
  status text collate "C" not null check (status in ('pending', 'processing', 'complete', 'failed', 'canceled')),
  failure_reason text,
  sequence integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  completed_at timestamptz,
  primary key (merchant, environment, id),
  constraint transfers_reference unique (merchant, environment, reference),
  foreign key (merchant, environment, beneficiary) references beneficiaries,
  check ((completed_at is not null) = (status = 'complete')),
  check ((failure_reason is not null) = (status = 'failed'))
) with (fillfactor = 85);
select kolo_protect('transfers', 'select, insert, update');

-- One try at a provider to move money for one subject. `due_at` is when it next wants work (null: never again). A claim
-- takes the lease and counts `claim` up, so that a worker that was thought dead cannot finish another's work.
create table attempts (
  merchant text collate "C" not null,
  environment text collate "C" not null check (environment in ('test', 'live')),
  id text collate "C" not null,
  subject text collate "C" not null,
  kind text not null check (kind in ('transfer', 'collect', 'refund')),
  channel text collate "C" not null,
  provider text collate "C" not null,
  amount bigint not null check (amount > 0),
  currency text collate "C" not null,
  -- Whom to pay or to ask: a number in E.164, or a sealed account number and its bank.
  receiver text not null,
  receiver_name text,
  bank_code text,
  country text not null,
  reference text collate "C" not null,
  description text,
  state text not null check (state in ('waiting', 'sent', 'complete', 'failed', 'canceled', 'review')),
  provider_reference text collate "C",
  created_at timestamptz not null,
  sent_at timestamptz,
  -- Whether the provider ever said that it has it. Null: not known.
  acknowledged_at timestamptz,
  asked_at timestamptz,
  asks integer not null default 0,
  not_found integer not null default 0,
  refusals integer not null default 0,
  ended_at timestamptz,
  provider_id text,
  failure_code text,
  failure_reason text,
  due_at timestamptz,
  claimed_at timestamptz,
  lease_holder text collate "C",
  lease_until timestamptz,
  claim integer not null default 0,
  -- When the provider last called back about it.
  noticed_at timestamptz,
  primary key (merchant, environment, id),
  check ((sent_at is null) or provider_reference is not null),
  check ((ended_at is not null) = (state in ('complete', 'failed', 'canceled'))),
  check (state <> 'canceled' or sent_at is null),
  check (due_at is null or ended_at is null)
) with (fillfactor = 80);
create index attempts_due on attempts (merchant, environment, due_at) where due_at is not null;
create index attempts_by_subject on attempts (merchant, environment, subject);
select kolo_protect('attempts', 'select, insert, update');
