-- Checks the existing rows for the constraints of 0128 and 0140, while the service may write.
alter table approvals validate constraint approvals_requested_by_fkey;
alter table approvals validate constraint approvals_decided_by_fkey;
alter table schedules validate constraint schedules_requested_by_fkey;
alter table withdrawal_rules validate constraint withdrawal_rules_requested_by_fkey;
alter table invoices validate constraint invoices_language_check;
alter table invoices validate constraint invoices_paid_or_canceled_have_no_reminder;
