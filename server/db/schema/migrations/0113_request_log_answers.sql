-- The body of an error as it was sent, shortened, with numbers and keys hidden. Null for a success, and for rows of before.
alter table request_log add column answer json;
