-- Checks the existing rows for the constraints of 0147, while the service may write.
alter table customers validate constraint customers_merged_into_fkey;
alter table customers validate constraint merged_customers_are_deleted;
alter table beneficiaries validate constraint beneficiaries_merged_into_fkey;
alter table beneficiaries validate constraint merged_beneficiaries_are_deleted;
alter table beneficiaries validate constraint beneficiaries_found_by_data;
