-- Checks that `schema-constraints.test.ts` found missing. They are `not valid`, so that adding them reads no row; new rows are checked.
alter table reviews add constraint reviews_proposed_check check (
  proposed in ('complete', 'failed', 'ask', 'correct', 'absorb', 'ignore', 'release', 'answered')
) not valid;
alter table withdrawal_rule_runs add constraint withdrawal_rule_runs_available_check check (available >= 0) not valid;
