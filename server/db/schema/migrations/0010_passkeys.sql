-- Passkeys (WebAuthn). They are public keys and names: nothing here is secret.

create table passkeys (
  id text collate "C" primary key,
  person text collate "C" not null references users,
  -- The credential's id at the authenticator.
  credential bytea not null unique,
  public_key bytea not null,
  -- The authenticator's signature counter. A smaller value than before means that the key was copied.
  uses bigint not null check (uses >= 0),
  transports text[] not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_by_person on passkeys (person, id);
grant select, insert, update, delete on passkeys to kolo_engine;

-- Challenges that an authenticator was asked to sign. Each is valid once, for one purpose, for a few minutes.
create unlogged table passkey_challenges (
  challenge bytea primary key,
  purpose text not null check (purpose in ('register', 'sign_in', 'proof')),
  -- Null before sign-in.
  person text collate "C" references users,
  expires_at timestamptz not null
);
grant select, insert, delete on passkey_challenges to kolo_engine;
