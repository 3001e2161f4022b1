-- Notifications: mails to the people of a business about events, once per event and person.

-- Events that nobody was told about yet, each written in its own transaction. The job that writes the mails deletes the row in the
-- same transaction. Events of one kind that were published together share a row.
create table notifications (
  merchant text collate "C" not null references merchants,
  environment text collate "C" not null check (environment in ('test', 'live')),
  kind text collate "C" not null check (kind in ('approval_waiting', 'transfer_failed', 'webhook_failing')),
  -- The record of the first event, which makes a repeated event find its row.
  subject text collate "C" not null,
  -- The records of the first events.
  subjects json not null,
  -- The number of events.
  size integer not null check (size > 0),
  created_at timestamptz not null,
  due_at timestamptz not null,
  primary key (merchant, environment, kind, subject)
);
create index notifications_due on notifications (due_at);
select kolo_protect('notifications', 'select, insert');
grant update, delete on notifications to kolo_engine;

-- The time of the last mails of each kind: the next ones wait, and name all events since.
create table notification_mailings (
  merchant text collate "C" not null references merchants,
  environment text collate "C" not null check (environment in ('test', 'live')),
  kind text collate "C" not null check (kind in ('approval_waiting', 'transfer_failed', 'webhook_failing')),
  mailed_at timestamptz not null,
  primary key (merchant, environment, kind)
);
grant select, insert, update on notification_mailings to kolo_engine;

-- The choices of people where they differ from the default of the role. They end with the membership.
create table notification_settings (
  merchant text collate "C" not null,
  person text collate "C" not null,
  kind text collate "C" not null check (kind in ('approval_waiting', 'transfer_failed', 'webhook_failing')),
  by_mail boolean not null,
  updated_at timestamptz not null,
  primary key (merchant, person, kind),
  foreign key (merchant, person) references memberships on delete cascade
);
grant select, insert, update on notification_settings to kolo_engine;

-- The language in which the person last used the dashboard; null before.
alter table users add column language text collate "C";
alter table users add constraint users_language_check check (language in ('en', 'fr')) not valid;
