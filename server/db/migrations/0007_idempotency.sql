-- The answer to a request that carried an Idempotency-Key, written in the transaction of its effect.
create table idempotency_keys (
  merchant text collate "C" not null references merchants,
  environment text collate "C" not null check (environment in ('test', 'live')),
  key text collate "C" not null,
  -- A digest of method, path and body: the same key with another request is refused.
  fingerprint bytea not null,
  status integer not null,
  body text not null,
  created_at timestamptz not null,
  primary key (merchant, environment, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);
select kolo_protect('idempotency_keys', 'select, insert, delete');
