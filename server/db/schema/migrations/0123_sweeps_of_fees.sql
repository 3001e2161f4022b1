-- Sweeps: the profit from a merchant's orders leaves for the platform operator's own bank account. A sweep is booked, approved and
-- reversed like a correction.
alter table corrections drop constraint corrections_kind_check;
alter table corrections add constraint corrections_kind_check check (kind in ('reverse', 'adjust', 'fund', 'sweep')) not valid;
-- The account at a provider from which a sweep took the money, also in the sweep's reversal. Null: the money was at the bank.
alter table corrections add column provider_account text collate "C" references provider_accounts;
alter table corrections add constraint corrections_sweep_check check (
  provider_account is null or kind in ('sweep', 'reverse')
) not valid;
create index corrections_by_provider_account on corrections (provider_account) where provider_account is not null;

-- `not valid`: the new list has every kind of the old one, so there is nothing to read.
alter table entries drop constraint entries_kind_check;
alter table entries add constraint entries_kind_check check (
  kind in (
    'hold', 'settle', 'settle_fee', 'release', 'fund', 'collect', 'collect_fee', 'correct', 'reverse', 'adjust', 'advance', 'repay',
    'charge', 'charge_tax', 'correct_charge', 'correct_tax', 'sweep'
  )
) not valid;
