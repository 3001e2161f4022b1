-- Mail that is to be sent. Written in the transaction of what it tells, sent after: a mail server that is down loses nothing.

create table mails (
  id text collate "C" primary key,
  -- The invitation or the person it is about.
  about text collate "C" not null,
  recipient text not null,
  subject text not null,
  -- Sealed, for it holds a link that lets somebody in. Null once it is sent or given up.
  content text,
  state text not null check (state in ('waiting', 'sent', 'failed')),
  created_at timestamptz not null,
  -- After this the link in it opens nothing, and it is not sent any more.
  expires_at timestamptz not null,
  attempts integer not null default 0,
  ended_at timestamptz,
  -- What the mail server said last, where it did not take it.
  last_error text,
  due_at timestamptz,
  claimed_at timestamptz,
  lease_holder text collate "C",
  lease_until timestamptz,
  claim integer not null default 0,
  check ((state = 'waiting') = (due_at is not null)),
  check ((state = 'waiting') = (content is not null)),
  check ((state = 'waiting') = (ended_at is null))
);
create index mails_due on mails (due_at) where due_at is not null;
create index mails_by_about on mails (about);
grant select, insert, update, delete on mails to kolo_engine;
