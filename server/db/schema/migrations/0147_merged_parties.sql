-- A customer or beneficiary that was merged into another one. Its row stays, deleted, as an alias: its id leads to the other, and the
-- records that name it keep doing so. An alias never leads to another alias. Migration 0148 checks the existing rows.

alter table customers
  add column merged_into text collate "C",
  add constraint customers_merged_into_fkey foreign key (merchant, environment, merged_into) references customers not valid,
  add constraint merged_customers_are_deleted
    check (merged_into is null or deleted_at is not null and payer_key is null and merged_into <> id) not valid;
create index customers_merged on customers (merchant, environment, merged_into) where merged_into is not null;

alter table beneficiaries
  add column merged_into text collate "C",
  add constraint beneficiaries_merged_into_fkey
    foreign key (merchant, environment, merged_into) references beneficiaries not valid,
  add constraint merged_beneficiaries_are_deleted
    check (merged_into is null or deleted_at is not null and merged_into <> id) not valid,
  -- A transfer with the same data uses the row of an alias, too.
  drop constraint beneficiaries_found_by_data,
  add constraint beneficiaries_found_by_data check (
    data_key is null or (not listed and (deleted_at is null or merged_into is not null))
  ) not valid;
create index beneficiaries_merged on beneficiaries (merchant, environment, merged_into) where merged_into is not null;
