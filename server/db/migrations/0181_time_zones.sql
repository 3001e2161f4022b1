-- Whose days a merchant's days are; null: its country's.
alter table merchants
  add column time_zone text check (time_zone ~ '^[A-Za-z][A-Za-z0-9_+/-]{1,63}$');
