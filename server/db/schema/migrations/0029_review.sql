-- Manual review: attempts whose outcome is unknown, or contradicts the ledger. Only a person can decide these.

create table reviews (
  merchant text collate "C" not null,
  environment text collate "C" not null check (environment in ('test', 'live')),
  id text collate "C" not null,
  attempt text collate "C" not null,
  subject text collate "C" not null,
  kind text not null check (
    kind in (
      'no_answer', 'never_received', 'reference_taken', 'amount_differs', 'receiver_differs', 'success_after_failure',
      'failure_after_success'
    )
  ),
  -- The provider's answer in a redacted form.
  provider_answer text not null,
  state text not null check (state in ('open', 'resolved')),
  -- With dual control: the first person's decision, and who that is.
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
