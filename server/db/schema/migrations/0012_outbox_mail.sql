-- Outgoing mail. It is written in the transaction that causes it and sent afterwards, so that a mail server's outage loses none.

create table outbox_mail (
  id text collate "C" primary key,
  -- Id of the invitation or the person that the mail concerns.
  about text collate "C" not null,
  recipient text not null,
  subject text not null,
  -- Sealed, because it has a link that lets somebody in. Null after it was sent or given up.
  content text,
  state text not null check (state in ('waiting', 'sent', 'failed')),
  created_at timestamptz not null,
  -- Expiry of the link in it. The mail is not sent after this.
  expires_at timestamptz not null,
  attempts integer not null default 0,
  ended_at timestamptz,
  -- The mail server's last refusal.
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
create index outbox_mail_due on outbox_mail (due_at) where due_at is not null;
create index outbox_mail_by_about on outbox_mail (about);
grant select, insert, update, delete on outbox_mail to kolo_engine;
