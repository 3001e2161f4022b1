-- The tables of the HTTP layer.

-- The answer to a request that had an Idempotency-Key, written in the transaction of its effect.
create table idempotency_keys (
  merchant text collate "C" not null references merchants,
  environment text collate "C" not null check (environment in ('test', 'live')),
  key text collate "C" not null,
  -- Digest of method, path and body: the same key with another request is refused.
  fingerprint bytea not null,
  status integer not null,
  -- Sealed if it has a webhook's secret or the number of a bank account.
  body text not null,
  created_at timestamptz not null,
  primary key (merchant, environment, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);
select kolo_protect('idempotency_keys', 'select, insert, delete');
-- Rotation of the master keys seals `body` again.
grant update (body) on idempotency_keys to kolo_engine;

-- Wrong API keys of the current minute by IP address, for all processes together. `fingerprint` is a digest of the address.
create unlogged table wrong_keys (
  fingerprint bytea primary key,
  times integer not null,
  ends_at timestamptz not null
);
create index wrong_keys_by_end on wrong_keys (ends_at);
grant select, insert, update, delete on wrong_keys to kolo_engine;
