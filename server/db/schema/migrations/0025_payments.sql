-- Payments: money in.

create table payments (
  merchant text collate "C" not null,
  environment text collate "C" not null,
  id text collate "C" not null,
  reference text collate "C" not null,
  -- The merchant's own reference.
  merchant_reference text collate "C",
  amount bigint not null,
  -- Deducted from the amount. Zero until the channel is known.
  fee bigint not null,
  currency text collate "C" not null,
  customer text collate "C" not null,
  -- As requested by the payer, and the number that was asked to confirm. Null until somebody begins to pay.
  channel text collate "C",
  phone text collate "C",
  description text,
  callback text,
  locked_channel text collate "C",
  locked_country text,
  locked_currency text,
  metadata json,
  link text collate "C",
  status text collate "C" not null,
  -- Whether the current try began on the hosted page: a failure then leads back to that page.
  is_hosted_try boolean not null default false,
  tries integer not null default 0,
  failure_reason text,
  -- The failure in a code that all providers share: the hosted page translates it.
  failure_code text collate "C",
  -- The sum of completed refunds, and of all refunds that have not failed.
  amount_refunded bigint not null default 0,
  amount_refunding bigint not null default 0,
  -- Number of events about it.
  sequence integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  processing_at timestamptz,
  completed_at timestamptz,
  expires_at timestamptz not null,
  -- The number that the payment was created with, in E.164. It pre-fills the payment's page.
  payer_phone text collate "C",
  primary key (merchant, environment, id),
  -- The reference comes first: one comparison decides, while all of a merchant's keys begin alike.
  constraint payments_reference unique (reference, merchant, environment),
  foreign key (merchant, environment, customer) references customers,
  foreign key (merchant, environment, link) references payment_links
) with (fillfactor = 85);
-- The hosted page identifies a payment by its id and a seal.
create unique index payments_by_id on payments (id);
create index payments_by_customer on payments (merchant, environment, customer, id);
create index payments_expiring on payments (expires_at) where status = 'pending';
create index payments_processing on payments (merchant, environment) where status = 'processing';
-- Filters of the list: by link and by either number. The id comes last, so that the newest page and the count need no table row.
create index payments_by_link on payments (merchant, environment, link, id) where link is not null;
create index payments_by_payer_phone on payments (merchant, environment, payer_phone, id) where payer_phone is not null;
create index payments_by_phone on payments (merchant, environment, phone, id) where phone is not null;

-- The rules for a row, as a function (see `accounts`).
create function kolo_is_valid(it payments) returns boolean
language plpgsql immutable as $$
begin
  return it.environment in ('test', 'live')
    and it.currency ~ '^[A-Z]{3}$'
    and it.amount between 1 and 9007199254740991
    and it.fee between 0 and it.amount
    and it.amount_refunded between 0 and it.amount
    and it.amount_refunding between it.amount_refunded and it.amount
    and it.status in ('pending', 'processing', 'complete', 'failed', 'canceled', 'expired')
    and (it.channel is not null or it.status not in ('processing', 'complete', 'failed'))
    and (it.completed_at is not null) = (it.status = 'complete')
    and (it.failure_reason is not null or it.status <> 'failed')
    and (it.failure_code is null) = (it.failure_reason is null)
    and (it.amount_refunding = 0 or it.status = 'complete');
end
$$;
alter table payments add constraint payments_are_valid check (kolo_is_valid(payments)) not valid;
select kolo_protect('payments', 'select, insert, update');
