-- Passkeys (WebAuthn): a person's own, as their authenticators made them. Public keys and names: nothing here is secret.

create table passkeys (
  id text collate "C" primary key,
  person text collate "C" not null references persons,
  -- What the authenticator calls it.
  credential bytea not null unique,
  public_key bytea not null,
  -- How often it was used, where the authenticator counts. Less than before: there is a second one of it.
  uses bigint not null check (uses >= 0),
  transports text[] not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_by_person on passkeys (person, id);
grant select, insert, update, delete on passkeys to kolo_engine;

-- What an authenticator was asked to sign. Each is good once, for one thing, for a few minutes.
create unlogged table passkey_challenges (
  challenge bytea primary key,
  purpose text not null check (purpose in ('register', 'sign_in', 'proof')),
  -- Who was asked; null where nobody is signed in.
  person text collate "C",
  expires_at timestamptz not null
);
grant select, insert, delete on passkey_challenges to kolo_engine;
