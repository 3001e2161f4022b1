-- By whose clock a statement tells its days and times. Those that are there were read by UTC.
alter table statements add column time_zone text not null default 'UTC';

-- A line of a day that the report was not said to cover.
alter table statement_lines
  drop constraint statement_lines_exception_check,
  add constraint statement_lines_exception_check
    check (exception in ('ours_only', 'theirs_only', 'amount', 'status', 'outside'))
    not valid;
