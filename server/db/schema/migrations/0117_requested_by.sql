-- The maker of an order has one name everywhere: `requested_by`. Renaming a column changes the catalogue only.
alter table approvals rename column asked_by to requested_by;
alter table approvals rename column asked_by_name to requested_by_name;
alter table approvals rename column asked_at to requested_at;
alter table corrections rename column asked_by to requested_by;
alter table corrections rename column asked_at to requested_at;
alter table schedules rename column asked_by to requested_by;
alter table schedules rename column asked_by_name to requested_by_name;
alter table withdrawal_rules rename column asked_by to requested_by;
alter table withdrawal_rules rename column asked_by_name to requested_by_name;
