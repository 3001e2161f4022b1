-- Somebody asked for a new password. Written and answered in the same way whether anybody has that address; who does is
-- looked up a moment later, and the row is gone then.
create table password_asks (
  number bigint generated always as identity primary key,
  email text not null check (email = lower(email)),
  asked_at timestamptz not null
);
grant select, insert, update, delete on password_asks to kolo_engine;

-- Links whose time is over are forgotten.
grant delete on password_resets to kolo_engine;
