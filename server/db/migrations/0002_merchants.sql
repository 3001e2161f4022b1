-- Who uses the service, with which keys and from where, at what price. Ids are compared as bytes (collate "C"), so that
-- their order is the order of their making.

create table merchants (
  id text collate "C" primary key,
  name text not null,
  email text not null,
  phone text,
  country text not null check (country ~ '^[A-Z]{2}$'),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  poster text,
  -- Requests a second for each key; null is the operator's setting.
  rate_limit integer check (rate_limit > 0),
  created_at timestamptz not null,
  updated_at timestamptz not null
);
select kolo_protect('merchants', 'select, insert, update', 'id');

-- `merchant` may act for `connected` with the X-Sync header.
create table connections (
  merchant text collate "C" not null references merchants,
  connected text collate "C" not null references merchants,
  created_at timestamptz not null,
  primary key (merchant, connected),
  check (merchant <> connected)
);
select kolo_protect('connections', 'select, insert, delete');

-- API keys. The key itself is shown once and not kept: `lookup` finds the row, `fingerprint` is an HMAC of the whole.
create table keys (
  merchant text collate "C" not null references merchants,
  environment text collate "C" not null check (environment in ('test', 'live')),
  id text collate "C" not null,
  kind text not null check (kind in ('public', 'private')),
  name text not null,
  lookup text collate "C" not null unique,
  fingerprint bytea not null,
  -- The last four characters, so that people can tell their keys apart.
  hint text not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  primary key (merchant, environment, id)
);
select kolo_protect('keys', 'select, insert, update');

-- Addresses that may initiate transfers. None at all refuses every address.
create table addresses (
  merchant text collate "C" not null references merchants,
  environment text collate "C" not null check (environment in ('test', 'live')),
  range cidr not null,
  note text,
  created_at timestamptz not null,
  primary key (merchant, environment, range)
);
select kolo_protect('addresses', 'select, insert, delete');

-- What a merchant pays for a transfer or a payment on a channel; `channel` '*' is every channel without a row of its
-- own. Percent in basis points; fixed, minimum and maximum in the currency's smallest unit.
create table fees (
  merchant text collate "C" not null references merchants,
  environment text collate "C" not null check (environment in ('test', 'live')),
  kind text not null check (kind in ('collect', 'transfer')),
  channel text collate "C" not null,
  percent_bp integer not null check (percent_bp between 0 and 10000),
  fixed bigint not null check (fixed >= 0),
  minimum bigint not null check (minimum >= 0),
  maximum bigint check (maximum >= minimum),
  updated_at timestamptz not null,
  primary key (merchant, environment, kind, channel)
);
select kolo_protect('fees', 'select, insert, update, delete');

-- Exchange rates: one unit of `base` is `rate` units of `quote`. They belong to the operator, not to a merchant.
create table rates (
  base text not null check (base ~ '^[A-Z]{3}$'),
  quote text not null check (quote ~ '^[A-Z]{3}$' and quote <> base),
  rate numeric not null check (rate > 0),
  as_of date not null,
  source text not null,
  updated_at timestamptz not null,
  primary key (base, quote)
);
grant select on rates to kolo_api;
grant select, insert, update on rates to kolo_engine;

-- Every privileged act, by whom, on what. Append-only; each row's hash covers the one before it of the same merchant.
create table acts (
  merchant text collate "C" not null references merchants,
  id text collate "C" not null,
  number bigint not null check (number > 0),
  environment text collate "C" check (environment in ('test', 'live')),
  actor text not null,
  act text not null,
  subject text,
  before json,
  after json,
  created_at timestamptz not null,
  previous_hash bytea not null,
  hash bytea not null,
  primary key (merchant, number),
  unique (merchant, id)
);
alter table acts enable row level security;
alter table acts force row level security;
create policy own_rows on acts to kolo_api using (merchant = current_setting('kolo.merchant', true));
create policy every_row on acts to kolo_engine using (true) with check (true);
grant select on acts to kolo_api;
grant select, insert on acts to kolo_engine;
