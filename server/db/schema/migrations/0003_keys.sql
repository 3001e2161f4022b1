-- API keys. A key is shown once and not stored: `lookup` finds the row, and `fingerprint` is an HMAC of the whole key.

create table keys (
  merchant text collate "C" not null references merchants,
  environment text collate "C" not null check (environment in ('test', 'live')),
  id text collate "C" not null,
  kind text not null check (kind in ('public', 'private')),
  name text not null,
  lookup text collate "C" not null unique,
  fingerprint bytea not null,
  -- The last four characters, by which people recognise their keys.
  hint text not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  -- The rights of a private key: nouns, each with read or write (`kernel/rights.ts`). Null: everything.
  rights text[] check (cardinality(rights) > 0),
  -- IP ranges that a private key may be used from, besides the merchant's allow list for transfers. Null: any address.
  addresses cidr[] check (cardinality(addresses) > 0),
  -- Version of the master key that made `fingerprint`, and `lookup` of an imported key. Null: a key made before versions were
  -- recorded, and not used since.
  master_version integer,
  primary key (merchant, environment, id),
  check (rights is null or kind = 'private'),
  check (addresses is null or kind = 'private')
);
select kolo_protect('keys', 'select, insert, update');

-- Whether a merchant accepts the public key alone for customers and payments. No row: it does, as the interface says.
create table key_rules (
  merchant text collate "C" not null references merchants,
  environment text collate "C" not null check (environment in ('test', 'live')),
  is_grant_required boolean not null,
  updated_at timestamptz not null,
  primary key (merchant, environment)
);
select kolo_protect('key_rules', 'select');
grant insert, update on key_rules to kolo_engine;
