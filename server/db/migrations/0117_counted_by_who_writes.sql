-- What is added to these three tables is counted by the statements that add it, which know how many rows of a kind they add: one
-- row of `list_deltas` for each kind of a transaction, where triggers read every row again. That was a sixth of what PostgreSQL
-- did for transfers in groups of 24, and a fifth for one alone. Updates and deletions are counted by triggers, as ever.
drop trigger count_insert on transfers;
drop trigger count_insert on events;
drop trigger count_insert on entries;
drop function count_transfers_insert();
drop function count_events_insert();
drop function count_entries_insert();
