-- Money in: payments, the links that make them, and refunds.

create table payments (
  merchant text collate "C" not null,
  environment text collate "C" not null check (environment in ('test', 'live')),
  id text collate "C" not null,
  reference text collate "C" not null,
  -- The merchant's own, where it gave one.
  merchant_reference text collate "C",
  amount bigint not null check (amount > 0 and amount <= 9007199254740991),
  -- Known once the channel is: taken from what the payer pays.
  fee bigint not null check (fee >= 0 and fee <= amount),
  currency text collate "C" not null check (currency ~ '^[A-Z]{3}$'),
  customer text collate "C" not null,
  -- As it was asked for, when somebody has begun to pay; and the number that was asked to confirm.
  channel text collate "C",
  phone text collate "C",
  description text,
  callback text,
  locked_channel text collate "C",
  locked_country text,
  locked_currency text,
  metadata json,
  link text collate "C",
  status text collate "C" not null
    check (status in ('pending', 'processing', 'complete', 'failed', 'canceled', 'expired')),
  -- Whether the try under way was begun on the hosted page: then a failure leads back to it.
  is_hosted_try boolean not null default false,
  tries integer not null default 0,
  failure_reason text,
  -- The same in one of the words all providers share: the hosted page says it in the payer's language.
  failure_code text collate "C",
  -- What refunds have given back; and what refunds that have not failed will have given back.
  amount_refunded bigint not null default 0 check (amount_refunded between 0 and amount),
  amount_refunding bigint not null default 0 check (amount_refunding between amount_refunded and amount),
  sequence integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  processing_at timestamptz,
  completed_at timestamptz,
  expires_at timestamptz not null,
  primary key (merchant, environment, id),
  constraint payments_reference unique (merchant, environment, reference),
  foreign key (merchant, environment, customer) references customers,
  check ((completed_at is not null) = (status = 'complete')),
  check (status <> 'failed' or failure_reason is not null),
  check ((failure_code is null) = (failure_reason is null)),
  check (status not in ('processing', 'complete', 'failed') or channel is not null),
  check (amount_refunding = 0 or status = 'complete')
) with (fillfactor = 85);
-- The hosted page knows a payment by its id and a seal alone.
create unique index payments_by_id on payments (id);
create index payments_by_customer on payments (merchant, environment, customer, id);
create index payments_expiring on payments (expires_at) where status = 'pending';
create index payments_processing on payments (merchant, environment) where status = 'processing';
select kolo_protect('payments', 'select, insert, update');

-- A payer who was made by a payment is found again by this: an e-mail address or a number. Null for customers that were
-- stored by hand, or changed since.
alter table customers add column payer_key text collate "C";
create unique index customers_by_payer on customers (merchant, environment, payer_key) where payer_key is not null;
create index customers_by_email on customers (merchant, environment, lower(email)) where email is not null;
create index customers_by_phone on customers (merchant, environment, phone) where phone is not null;

-- A reusable link: whoever opens it and pays makes a payment. Without an amount the payer chooses.
create table payment_links (
  merchant text collate "C" not null references merchants,
  environment text collate "C" not null check (environment in ('test', 'live')),
  id text collate "C" not null,
  name text not null,
  description text,
  amount bigint check (amount > 0 and amount <= 9007199254740991),
  currency text collate "C" not null check (currency ~ '^[A-Z]{3}$'),
  callback text,
  metadata json,
  active boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant, environment, id)
);
create unique index payment_links_by_id on payment_links (id);
select kolo_protect('payment_links', 'select, insert, update');

create table refunds (
  merchant text collate "C" not null,
  environment text collate "C" not null check (environment in ('test', 'live')),
  id text collate "C" not null,
  payment text collate "C" not null,
  amount bigint not null check (amount > 0 and amount <= 9007199254740991),
  currency text collate "C" not null check (currency ~ '^[A-Z]{3}$'),
  channel text collate "C" not null,
  -- The payer's number, sealed or not as beside a transfer.
  receiver text not null,
  reason text,
  metadata json,
  status text collate "C" not null check (status in ('pending', 'processing', 'complete', 'failed')),
  failure_reason text,
  sequence integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  completed_at timestamptz,
  primary key (merchant, environment, id),
  foreign key (merchant, environment, payment) references payments,
  check ((completed_at is not null) = (status = 'complete')),
  check ((failure_reason is not null) = (status = 'failed'))
);
create index refunds_by_payment on refunds (merchant, environment, payment, id);
select kolo_protect('refunds', 'select, insert, update');

-- A payment that completes: the provider's money becomes the merchant's, less the fee.
alter table entries drop constraint entries_kind_check;
alter table entries add constraint entries_kind_check
  check (kind in ('hold', 'settle', 'settle_fee', 'release', 'fund', 'collect', 'collect_fee'));
