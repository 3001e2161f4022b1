-- Numbers and accounts that no order may pay, and that may not pay: of one merchant, or of all.

create table blocked_parties (
  id text collate "C" primary key,
  -- Null: blocked for every merchant, by the platform operator.
  merchant text collate "C" references merchants,
  environment text collate "C" not null check (environment in ('test', 'live')),
  -- A phone number, or the hash of a bank account.
  party text collate "C" not null,
  -- The number with all but its last digits hidden.
  masked text not null,
  reason text not null,
  -- In the notation of the audit log.
  created_by text not null,
  created_at timestamptz not null,
  unique nulls not distinct (party, environment, merchant)
);
create index blocked_parties_by_merchant on blocked_parties (merchant, environment, id);
alter table blocked_parties enable row level security;
alter table blocked_parties force row level security;
-- A merchant's requests are compared with its own blocks and with those for every merchant.
create policy own_rows on blocked_parties to kolo_api using (
  (merchant is null or merchant = current_setting('kolo.merchant', true))
  and environment = current_setting('kolo.environment', true)
);
create policy every_row on blocked_parties to kolo_engine using (true) with check (true);
grant select on blocked_parties to kolo_api, kolo_engine;
grant insert, delete on blocked_parties to kolo_engine;
