-- What only a person can decide: an outcome nobody knows, or one that contradicts what we booked.
create table reviews (
  merchant text collate "C" not null,
  environment text collate "C" not null check (environment in ('test', 'live')),
  id text collate "C" not null,
  attempt text collate "C" not null,
  subject text collate "C" not null,
  kind text not null check (
    kind in (
      'no_answer', 'reference_taken', 'amount_differs', 'receiver_differs', 'success_after_failure',
      'failure_after_success'
    )
  ),
  -- What the provider said, as it may be shown.
  said text not null,
  state text not null check (state in ('open', 'resolved')),
  -- Where two people are needed: what the first one wants, and who that is.
  proposed text,
  proposed_by text,
  resolution text check (resolution in ('complete', 'failed', 'ask', 'correct', 'absorb', 'ignore', 'answered')),
  note text,
  resolved_by text,
  opened_at timestamptz not null,
  resolved_at timestamptz,
  primary key (merchant, environment, id),
  foreign key (merchant, environment, attempt) references attempts,
  check ((state = 'resolved') = (resolution is not null)),
  check ((state = 'resolved') = (resolved_at is not null and resolved_by is not null))
);
create index reviews_by_attempt on reviews (merchant, environment, attempt);
create index reviews_by_subject on reviews (merchant, environment, subject);
create index reviews_open on reviews (opened_at) where state = 'open';
create unique index reviews_by_id on reviews (id);
select kolo_protect('reviews', 'select, insert, update');

alter table entries drop constraint entries_kind_check;
alter table entries add constraint entries_kind_check
  check (kind in ('hold', 'settle', 'settle_fee', 'release', 'fund', 'collect', 'collect_fee', 'correct'));
