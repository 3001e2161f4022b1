-- Screening: a service of the platform operator's choice is asked before money leaves.

create table screening_hooks (
  merchant text collate "C" not null references merchants,
  environment text collate "C" not null check (environment in ('test', 'live')),
  -- Null: the sandbox's screening, which decides by the last digits of the number.
  url text,
  -- Signs the requests; encrypted for this row.
  secret text not null,
  timeout_ms integer not null check (timeout_ms between 500 and 10000),
  -- The handling of orders while the service gives no decision.
  when_unavailable text not null check (when_unavailable in ('wait', 'allow')),
  updated_at timestamptz not null,
  primary key (merchant, environment),
  check (url is not null or environment = 'test')
);
select kolo_protect('screening_hooks', 'select');
grant insert, update, delete on screening_hooks to kolo_engine;

alter table reviews drop constraint reviews_kind_check;
alter table reviews add constraint reviews_kind_check check (
  kind in (
    'no_answer', 'never_received', 'reference_taken', 'amount_differs', 'receiver_differs', 'success_after_failure',
    'failure_after_success', 'held_by_screening'
  )
);
alter table reviews drop constraint reviews_resolution_check;
alter table reviews add constraint reviews_resolution_check check (
  resolution in ('complete', 'failed', 'ask', 'correct', 'absorb', 'ignore', 'release', 'answered')
);
