-- The fee that a merchant pays for a transfer or a payment on a channel. The channel '*' applies to every channel without a row.

create table fees (
  merchant text collate "C" not null references merchants,
  environment text collate "C" not null check (environment in ('test', 'live')),
  kind text not null check (kind in ('collect', 'transfer')),
  channel text collate "C" not null,
  -- Basis points.
  percent_bp integer not null check (percent_bp between 0 and 10000),
  -- Minor units of the currency.
  fixed bigint not null check (fixed >= 0),
  minimum bigint not null check (minimum >= 0),
  maximum bigint check (maximum >= minimum),
  updated_at timestamptz not null,
  primary key (merchant, environment, kind, channel)
);
select kolo_protect('fees', 'select, insert, update, delete');
