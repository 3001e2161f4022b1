-- The person who made or decided an order is one of the users. Orders of an API key have null. `not valid` and
-- `validate` keep writes possible while existing rows are read.
alter table approvals add constraint approvals_requested_by_fkey foreign key (requested_by) references users not valid;
alter table approvals add constraint approvals_decided_by_fkey foreign key (decided_by) references users not valid;
alter table schedules add constraint schedules_requested_by_fkey foreign key (requested_by) references users not valid;
alter table withdrawal_rules
  add constraint withdrawal_rules_requested_by_fkey foreign key (requested_by) references users not valid;
alter table approvals validate constraint approvals_requested_by_fkey;
alter table approvals validate constraint approvals_decided_by_fkey;
alter table schedules validate constraint schedules_requested_by_fkey;
alter table withdrawal_rules validate constraint withdrawal_rules_requested_by_fkey;
