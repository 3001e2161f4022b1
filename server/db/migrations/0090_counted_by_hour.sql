-- A list's counts by hour as well (of 60 slots): a page far in is found by its day, its hour and its minute. Without hours all
-- minutes of its day are read, of a busy list several thousand.
alter table list_counts
  drop constraint list_counts_level_check,
  -- 0: all there are, 1: by 1440 slots (a day), 2: by slot, 3: by 60 slots (an hour).
  add constraint list_counts_level_check check (level between 0 and 3);

-- What is there already. As the role that sees every row: the owner of the tables sees none.
set local role kolo_engine;
insert into list_counts (merchant, environment, list, part, level, status, channel, slot, count)
select merchant, environment, list, part, 3, status, channel, slot / 60, sum(count)
from list_counts
where level = 2
group by merchant, environment, list, part, status, channel, slot / 60;
reset role;
