-- The terms of a provider's account for each channel, as the provider reports them. An account without rows follows the catalogue.
create table provider_account_terms (
  provider_account text collate "C" not null references provider_accounts,
  channel text collate "C" not null,
  kind text collate "C" not null check (kind in ('collect', 'transfer')),
  -- Minor units.
  minimum bigint not null check (minimum between 0 and 9007199254740991),
  maximum bigint not null check (maximum between 0 and 9007199254740991),
  -- The action with which payers pay.
  action text collate "C" not null check (action in ('confirm', 'redirect', 'otp')),
  read_at timestamptz not null,
  primary key (provider_account, channel, kind)
);
grant select, insert, delete on provider_account_terms to kolo_engine;
grant select on provider_account_terms to kolo_api;

-- A callback to a provider's fixed URL names the order only by the provider's reference.
create index attempts_by_provider_reference on attempts (provider_reference, provider)
  where environment = 'live' and provider_reference is not null;

alter table reviews drop constraint reviews_kind_check;
alter table reviews add constraint reviews_kind_check check (
  kind in (
    'no_answer', 'never_received', 'reference_taken', 'amount_differs', 'receiver_differs', 'success_after_failure',
    'failure_after_success', 'held_by_screening', 'reversed'
  )
);
