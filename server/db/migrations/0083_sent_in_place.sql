-- An index that looks at `state` has every change of it write all indexes anew, also where it holds no such row. What has
-- ended has a time when: orders that are marked as sent stay where they are.
drop index attempts_ended;
create index attempts_ended on attempts (connection, ended_at) where connection is not null and ended_at is not null;
alter table attempts set (fillfactor = 45);
