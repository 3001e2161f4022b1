-- The person who made or decided an order is one of the users. Orders of an API key have null.
-- Migration 0142 checks the existing rows.
alter table approvals add constraint approvals_requested_by_fkey foreign key (requested_by) references users not valid;
alter table approvals add constraint approvals_decided_by_fkey foreign key (decided_by) references users not valid;
alter table schedules add constraint schedules_requested_by_fkey foreign key (requested_by) references users not valid;
alter table withdrawal_rules
  add constraint withdrawal_rules_requested_by_fkey foreign key (requested_by) references users not valid;
