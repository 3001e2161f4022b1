-- The time zone of a merchant's days; null: that of its country.
alter table merchants
  add column time_zone text check (time_zone ~ '^[A-Za-z][A-Za-z0-9_+/-]{1,63}$');
