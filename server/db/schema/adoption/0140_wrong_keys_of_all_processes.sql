-- Wrong API keys of the current minute by address, of all processes together. An address is kept as a fingerprint.
create unlogged table wrong_keys (
  counted bytea primary key,
  times integer not null,
  ends_at timestamptz not null
);
create index wrong_keys_by_end on wrong_keys (ends_at);
grant select, insert, update, delete on wrong_keys to kolo_engine;
