-- Charges on providers' statements: a tax beside the fee, and lines that are charges themselves.

-- Null: the statement does not say what the provider charged.
alter table statement_lines alter column fee drop not null;
alter table statement_lines alter column fee drop default;
-- Null: the fee contains the tax, if there is one.
alter table statement_lines add column tax bigint;
-- A line that is no movement of an order, but the charge for one, or for the account.
alter table statement_lines add column is_charge boolean not null default false;
