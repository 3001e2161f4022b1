-- Merchants, and the links by which one acts for another.
--
-- In all tables an id has the collation "C": ids compare as bytes, and so sort by age.

create table merchants (
  id text collate "C" primary key,
  name text not null,
  email text not null,
  phone text,
  country text not null check (country ~ '^[A-Z]{2}$'),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  poster text,
  -- Requests per second for each key. Null: the platform operator's setting.
  rate_limit integer check (rate_limit > 0),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Name of the IANA time zone in which the merchant's days begin. Null: that of its country.
  time_zone text check (time_zone ~ '^[A-Za-z][A-Za-z0-9_+/-]{1,63}$')
);
select kolo_protect('merchants', 'select, insert, update', 'id');

-- A merchant link: `merchant` may act for `linked_merchant` with the X-Sync header.
create table merchant_links (
  merchant text collate "C" not null references merchants,
  linked_merchant text collate "C" not null references merchants,
  created_at timestamptz not null,
  -- The rights of `merchant` to act for `linked_merchant`, and their environments.
  rights text[] collate "C" not null,
  environments text[] collate "C" not null check (cardinality(environments) > 0 and environments <@ '{test,live}'),
  primary key (merchant, linked_merchant),
  check (merchant <> linked_merchant)
);
-- The reverse direction: the merchants that may act for one.
create index merchant_links_by_linked_merchant on merchant_links (linked_merchant, merchant);
select kolo_protect('merchant_links', 'select, insert, delete');
grant update (rights, environments) on merchant_links to kolo_engine;
