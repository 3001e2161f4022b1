-- The people behind merchants: who may sign in, as what, and from where they are signed in. A person may belong to several
-- merchants. None of this belongs to one environment, and merchants' requests (kolo_api) see nothing of it.

create table persons (
  id text collate "C" primary key,
  -- In lower case: an address is one person.
  email text not null check (email = lower(email)),
  name text not null,
  -- Argon2id, in the PHC's string format. Null: nobody has set one, and nobody can sign in.
  password text,
  -- Sealed. Not confirmed: the person has not yet shown that the app gives the right codes.
  totp_secret text,
  totp_confirmed_at timestamptz,
  -- The step of the last code that was used: none is used twice.
  totp_step bigint,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (totp_secret is not null or (totp_confirmed_at is null and totp_step is null))
);
create unique index persons_by_email on persons (email);
grant select, insert, update on persons to kolo_engine;

create table recovery_codes (
  person text collate "C" not null references persons,
  fingerprint bytea not null,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (person, fingerprint)
);
grant select, insert, update, delete on recovery_codes to kolo_engine;

create table memberships (
  merchant text collate "C" not null references merchants,
  person text collate "C" not null references persons,
  role text not null check (role in ('owner', 'developer', 'finance', 'support', 'viewer')),
  created_at timestamptz not null,
  primary key (merchant, person)
);
create index memberships_by_person on memberships (person);
alter table memberships enable row level security;
alter table memberships force row level security;
create policy every_row on memberships to kolo_engine using (true) with check (true);
grant select, insert, update, delete on memberships to kolo_engine;

-- A link that lets one person in. It makes a member of whoever opens it and is, or becomes, the person of that address.
create table invitations (
  merchant text collate "C" not null references merchants,
  id text collate "C" not null,
  email text not null check (email = lower(email)),
  role text not null check (role in ('owner', 'developer', 'finance', 'support', 'viewer')),
  fingerprint bytea not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  withdrawn_at timestamptz,
  primary key (merchant, id)
);
alter table invitations enable row level security;
alter table invitations force row level security;
create policy every_row on invitations to kolo_engine using (true) with check (true);
grant select, insert, update on invitations to kolo_engine;

create table password_resets (
  person text collate "C" not null references persons,
  fingerprint bytea not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (person, fingerprint)
);
grant select, insert, update on password_resets to kolo_engine;

-- The token is in the browser's cookie and nowhere else: here is its SHA-256.
create table sessions (
  id text collate "C" primary key,
  person text collate "C" not null references persons,
  token_hash bytea not null unique,
  -- The password was right and the code is still to come: such a session opens nothing.
  awaits_code boolean not null,
  -- Whether it was opened with a second factor; and when the person last showed who they are.
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

-- Wrong passwords and codes in a row, by account, by address, by both. Who is counted is a fingerprint.
create unlogged table sign_in_failures (
  counted bytea primary key,
  failures integer not null,
  failed_at timestamptz not null,
  waits_until timestamptz not null
);
grant select, insert, update, delete on sign_in_failures to kolo_engine;
