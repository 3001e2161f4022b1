-- Exchange rates: one unit of `base` is `rate` units of `quote`. They belong to the platform operator, not to a merchant.

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
