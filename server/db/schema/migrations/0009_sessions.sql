-- Sessions of the dashboard. The token is in the browser's cookie and nowhere else: this table has its SHA-256.

create table sessions (
  id text collate "C" primary key,
  person text collate "C" not null references users,
  token_hash bytea not null unique,
  -- The password was correct and the code is missing: such a session gives access to nothing.
  awaits_code boolean not null,
  -- Whether the session was opened with a second factor, and when the person last proved who they are.
  has_second_factor boolean not null,
  verified_at timestamptz not null,
  address text not null,
  agent text not null,
  created_at timestamptz not null,
  seen_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index sessions_by_person on sessions (person, id);
grant select, insert, update, delete on sessions to kolo_engine;

-- Consecutive wrong passwords and codes: by account, by IP address, and by both. `fingerprint` is a digest of these.
create unlogged table sign_in_failures (
  fingerprint bytea primary key,
  failures integer not null,
  failed_at timestamptz not null,
  -- No longer written. It stays for one release, for processes of the version before.
  waits_until timestamptz not null default now()
);
grant select, insert, update, delete on sign_in_failures to kolo_engine;
