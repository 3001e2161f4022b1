-- The users of the dashboard and the merchants they belong to. A person may belong to several merchants. None of these tables
-- has an environment, and a merchant's request (kolo_api) can read none of them.

create table users (
  id text collate "C" primary key,
  -- In lower case, because an e-mail address belongs to one person.
  email text not null check (email = lower(email)),
  name text not null,
  -- Argon2id in the PHC string format. Null: no password is set, and the person cannot sign in.
  password text,
  -- Sealed. Unconfirmed until the person has entered a code of it.
  totp_secret text,
  totp_confirmed_at timestamptz,
  -- The time step of the last accepted code: no code is accepted twice.
  totp_step bigint,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (totp_secret is not null or (totp_confirmed_at is null and totp_step is null))
);
create unique index users_by_email on users (email);
grant select, insert, update on users to kolo_engine;

-- Each replaces the second factor once.
create table recovery_codes (
  person text collate "C" not null references users,
  fingerprint bytea not null,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (person, fingerprint)
);
grant select, insert, update, delete on recovery_codes to kolo_engine;

create table memberships (
  merchant text collate "C" not null references merchants,
  person text collate "C" not null references users,
  role text not null check (role in ('owner', 'developer', 'finance', 'support', 'viewer')),
  created_at timestamptz not null,
  primary key (merchant, person)
);
create index memberships_by_person on memberships (person);
alter table memberships enable row level security;
alter table memberships force row level security;
create policy every_row on memberships to kolo_engine using (true) with check (true);
grant select, insert, update, delete on memberships to kolo_engine;

-- A link that lets one person in. Opening it creates a membership for the person with that e-mail address, who may be new.
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
-- Counts the invitations of an address in the last 24 hours, which are limited.
create index invitations_email on invitations (email, created_at);
alter table invitations enable row level security;
alter table invitations force row level security;
create policy every_row on invitations to kolo_engine using (true) with check (true);
grant select, insert, update on invitations to kolo_engine;

-- A request for a new password. It is written and answered alike whether or not the address has an account, so that the answer
-- takes the same time. A job reads and deletes it a moment later.
create table password_reset_requests (
  number bigint generated always as identity primary key,
  email text not null check (email = lower(email)),
  requested_at timestamptz not null
);
grant select, insert, update, delete on password_reset_requests to kolo_engine;

-- Links to set a new password. Expired ones are deleted.
create table password_resets (
  person text collate "C" not null references users,
  fingerprint bytea not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (person, fingerprint)
);
grant select, insert, update, delete on password_resets to kolo_engine;

-- Failed sign-ins of the last day, by account and IP address. The row with the address '' counts the failures of the current hour
-- that are in the audit log. Retention: one day.
create table sign_in_failure_counts (
  person text collate "C" not null references users,
  address text not null,
  times integer not null check (times > 0),
  began_at timestamptz not null,
  primary key (person, address)
);
create index sign_in_failure_counts_by_time on sign_in_failure_counts (began_at);
grant select, insert, update, delete on sign_in_failure_counts to kolo_engine;
