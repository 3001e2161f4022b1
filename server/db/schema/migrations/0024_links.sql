-- Payment links: everybody who opens one and pays makes a payment. A link without an amount lets the payer choose it.

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
