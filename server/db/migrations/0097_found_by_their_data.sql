-- Whom a transfer brought along is found by the data it was brought with, for as long as it has them: the next transfer
-- that brings these data pays them, not what somebody made of the record. One that was changed or deleted has none.
alter table beneficiaries drop constraint beneficiaries_check1;
alter table beneficiaries no force row level security;
update beneficiaries set data_key = null where data_key is not null and (sequence > 0 or deleted_at is not null);
alter table beneficiaries force row level security;
alter table beneficiaries add constraint beneficiaries_found_by_data
  check (data_key is null or (not listed and deleted_at is null));
