-- Checks the existing rows for the constraint of 0149.
alter table users validate constraint users_language_check;
