-- The logo and the colour of a merchant on its hosted pages. One row per merchant, as it changes rarely and is read by key.

create table merchant_brandings (
  merchant text collate "C" primary key references merchants,
  color text collate "C" check (color ~ '^#[0-9a-f]{6}$'),
  logo bytea check (octet_length(logo) between 1 and 20480),
  logo_type text collate "C" check (logo_type in ('image/png', 'image/jpeg', 'image/webp')),
  -- The name in the picture's public address.
  logo_hash text collate "C" check (logo_hash ~ '^[0-9a-f]{32}$'),
  updated_at timestamptz not null,
  check ((logo is null) = (logo_type is null) and (logo is null) = (logo_hash is null))
);
create index merchant_brandings_by_logo on merchant_brandings (logo_hash) where logo_hash is not null;
select kolo_protect('merchant_brandings', 'select, insert, update');
