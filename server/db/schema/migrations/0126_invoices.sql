-- Invoices: a sum that a payer owes, paid at once or in parts until a date. Each part is a payment.

create table invoices (
  merchant text collate "C" not null references merchants,
  environment text collate "C" not null check (environment in ('test', 'live')),
  id text collate "C" not null,
  reference text collate "C" not null,
  amount bigint not null check (amount between 1 and 9007199254740991),
  -- The sums of its complete payments, less refunds, and of its pending and processing payments.
  amount_paid bigint not null check (amount_paid >= 0),
  amount_reserved bigint not null check (amount_reserved >= 0),
  -- The part of the due instalments that is not paid.
  amount_overdue bigint not null check (amount_overdue >= 0),
  currency text collate "C" not null check (currency ~ '^[A-Z]{3}$'),
  status text collate "C" not null check (status in ('open', 'partly_paid', 'paid', 'overdue', 'canceled')),
  customer text collate "C" not null,
  description text,
  due_at timestamptz not null,
  -- The smallest free part. Null: whole instalments only.
  minimum_part bigint check (minimum_part between 1 and amount),
  callback text,
  metadata json,
  -- The next due date of an instalment that has not passed when the row was last written.
  next_due_at timestamptz,
  -- Number of events about it.
  sequence integer not null default 0 check (sequence >= 0),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  paid_at timestamptz,
  canceled_at timestamptz,
  primary key (merchant, environment, id),
  foreign key (merchant, environment, customer) references customers,
  constraint invoices_take_no_more_than_their_amount check (amount_paid + amount_reserved <= amount),
  check ((status = 'paid') = (paid_at is not null)),
  check ((status = 'canceled') = (canceled_at is not null)),
  check (status not in ('paid', 'canceled') or amount_overdue = 0),
  check (status <> 'paid' or amount_paid = amount),
  check (status <> 'open' or amount_paid = 0 and amount_overdue = 0),
  check (status <> 'partly_paid' or amount_paid > 0 and amount_overdue = 0),
  check (status <> 'overdue' or amount_overdue > 0),
  check (status <> 'canceled' or next_due_at is null)
);
create unique index invoices_by_reference on invoices (merchant, environment, reference);
-- The invoice's page identifies it by its id and a seal.
create unique index invoices_by_id on invoices (id);
create index invoices_by_customer on invoices (merchant, environment, customer, id);
create index invoices_due on invoices (next_due_at, id) where next_due_at is not null;
select kolo_protect('invoices', 'select, insert, update');

create table invoice_instalments (
  merchant text collate "C" not null,
  environment text collate "C" not null,
  invoice text collate "C" not null,
  position integer not null check (position between 0 and 35),
  amount bigint not null check (amount between 1 and 9007199254740991),
  due_at timestamptz not null,
  primary key (merchant, environment, invoice, position),
  foreign key (merchant, environment, invoice) references invoices
);
select kolo_protect('invoice_instalments', 'select, insert');

-- The invoice of which a payment pays a part. No payment has one yet, so there is nothing to read.
alter table payments add column invoice text collate "C";
alter table payments
  add constraint payments_invoice_fkey foreign key (merchant, environment, invoice) references invoices not valid;
create index payments_by_invoice on payments (merchant, environment, invoice, id) where invoice is not null;

-- The actions of a person in a merchant's request, with those about invoices.
drop policy own_actions on audit_log;
create policy own_actions on audit_log for insert to kolo_api with check (
  merchant = current_setting('kolo.merchant', true)
  and environment = current_setting('kolo.environment', true)
  and starts_with(actor, 'user:per_')
  and action in (
    'refund.created', 'transfer.canceled', 'payment.canceled', 'beneficiary.updated', 'beneficiary.deleted',
    'webhook.created', 'webhook.updated', 'webhook.deleted', 'webhook.secret_rotated', 'webhook.secret_confirmed',
    'webhook.secret_canceled', 'webhook.replayed', 'delivery.retried', 'withdrawal.created', 'withdrawal.canceled',
    'withdrawal_account.created', 'withdrawal_account.confirmed', 'withdrawal_account.removed', 'schedule.created',
    'schedule.updated', 'schedule.deleted', 'holidays.set', 'bulk_transfer.canceled', 'withdrawal_rule.set',
    'withdrawal_rule.removed', 'invoice.created', 'invoice.canceled'
  )
);
