-- Splits: parts of a payment for linked merchants, paid to them at once or held until they are released.

-- `escrow` has the parts that a merchant holds for others. `clearing` is the other side of money that moves between the books of two
-- merchants: over all merchants it adds up to zero.
create or replace function kolo_is_valid(it accounts) returns boolean
language plpgsql immutable as $$
begin
  return it.environment in ('test', 'live')
    and it.currency ~ '^[A-Z]{3}$'
    and it.balance between -9007199254740991 and 9007199254740991
    and (it.balance >= 0 or it.name not in ('available', 'reserved', 'escrow'))
    and (it.balance <= 0 or it.name <> 'debt');
end
$$;

-- `not valid`: the new list has every kind of the old one, so there is nothing to read.
alter table entries drop constraint entries_kind_check;
alter table entries add constraint entries_kind_check check (
  kind in (
    'hold', 'settle', 'settle_fee', 'release', 'fund', 'collect', 'collect_fee', 'correct', 'reverse', 'adjust', 'advance', 'repay',
    'charge', 'charge_tax', 'correct_charge', 'correct_tax', 'sweep', 'escrow_in', 'escrow_out', 'part_out', 'part_in'
  )
) not valid;

-- The terms of the split. The parts of a payment, whose state changes, have rows of their own.
alter table payments add column split json;
alter table payment_links add column split json;

-- The bearer of a refund of a split payment: its parts, or the platform alone.
alter table refunds add column refund_bearer text collate "C";
alter table refunds add constraint refunds_refund_bearer_check check (refund_bearer in ('parts', 'platform')) not valid;

create table payment_parts (
  -- The merchant that the payer paid: the platform.
  merchant text collate "C" not null references merchants,
  environment text collate "C" not null check (environment in ('test', 'live')),
  id text collate "C" not null,
  payment text collate "C" not null,
  -- 0: the part that the platform keeps. The parts of a payment add up to it.
  number integer not null check (number between 0 and 20),
  recipient text collate "C" not null references merchants,
  -- Both names as they were when the payment was created: neither merchant can read the other's row.
  recipient_name text not null,
  platform_name text not null,
  basis_points integer check (basis_points between 1 and 10000),
  amount bigint not null check (amount between 0 and 9007199254740991),
  fee bigint not null default 0 check (fee between 0 and amount),
  amount_returned bigint not null default 0 check (amount_returned >= 0 and (number = 0 or amount_returned <= amount - fee)),
  currency text collate "C" not null check (currency ~ '^[A-Z]{3}$'),
  is_held boolean not null,
  state text collate "C" not null check (state in ('pending', 'held', 'settled')),
  description text,
  -- Number of the recipient's events about it.
  sequence integer not null default 0 check (sequence >= 0),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  settled_at timestamptz,
  primary key (merchant, environment, id),
  unique (merchant, environment, payment, number),
  foreign key (merchant, environment, payment) references payments,
  check ((number = 0) = (recipient = merchant)),
  check ((settled_at is not null) = (state = 'settled')),
  check (state <> 'held' or is_held),
  check (state <> 'pending' or fee = 0 and amount_returned = 0)
) with (fillfactor = 85);
create index payment_parts_by_recipient on payment_parts (recipient, environment, id) where number > 0;
select kolo_protect('payment_parts', 'select, insert, update');
-- The recipient sees its parts of paid payments.
create policy received_rows on payment_parts for select to kolo_api using (
  recipient = current_setting('kolo.merchant', true)
  and environment = current_setting('kolo.environment', true)
  and state <> 'pending'
);

-- Money that a refund or a correction took from a part, or returned to it. Append-only.
create table part_movements (
  merchant text collate "C" not null,
  environment text collate "C" not null check (environment in ('test', 'live')),
  id text collate "C" not null,
  part text collate "C" not null,
  -- The id of the refund, review, statement line or correction.
  subject text collate "C" not null,
  direction text not null check (direction in ('out', 'back')),
  account text not null check (account in ('escrow', 'recipient', 'platform')),
  amount bigint not null check (amount > 0 and amount <= 9007199254740991),
  -- The amount that the recipient owes by it.
  advanced bigint not null default 0 check (advanced between 0 and amount),
  created_at timestamptz not null,
  primary key (merchant, environment, id),
  foreign key (merchant, environment, part) references payment_parts,
  check (advanced = 0 or account = 'recipient' and direction = 'out')
);
create index part_movements_by_subject on part_movements (merchant, environment, subject);
create index part_movements_by_part on part_movements (merchant, environment, part);
select kolo_protect('part_movements', 'select, insert');
