-- Since when a provider has refused to take an attempt: after long enough a person looks. Null: it never has, or not since
-- it was told to try again. What was refused before counts from its next refusal on.
alter table attempts add column refused_since timestamptz;

alter table reviews drop constraint reviews_kind_check;
alter table reviews add constraint reviews_kind_check check (
  kind in (
    'no_answer', 'never_received', 'reference_taken', 'amount_differs', 'receiver_differs', 'success_after_failure',
    'failure_after_success'
  )
);
