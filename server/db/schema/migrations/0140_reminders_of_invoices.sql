-- Reminders of invoices: mails and events on chosen days before and after each due date.

alter table invoices add column reminders json not null default '[]';
alter table invoices add column language text collate "C";
alter table invoices add constraint invoices_language_check check (language in ('en', 'fr')) not valid;
-- The time of the next reminder. A time that has passed waits for the job that sends it.
alter table invoices add column next_reminder_at timestamptz;
alter table invoices add constraint invoices_paid_or_canceled_have_no_reminder
  check (status not in ('paid', 'canceled') or next_reminder_at is null) not valid;
-- The index `invoices_due` serves the version before.
create index invoices_by_next_time on invoices (least(next_due_at, next_reminder_at), id)
  where least(next_due_at, next_reminder_at) is not null;
