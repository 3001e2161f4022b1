-- How many events a row of the outbox holds: whoever takes a few rows does not read what many tell.
alter table outbox add column size integer generated always as (json_array_length(events)) stored;
