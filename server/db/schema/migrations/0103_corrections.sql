-- Corrections of the books: entries reversed, and adjustments with a document. An entry never changes; a correction is a new entry.

-- `debt` has what a merchant owes the house: an advance that a correction took, below zero until it is repaid.
create or replace function kolo_is_valid(it accounts) returns boolean
language plpgsql immutable as $$
begin
  return it.environment in ('test', 'live')
    and it.currency ~ '^[A-Z]{3}$'
    and it.balance between -9007199254740991 and 9007199254740991
    and (it.balance >= 0 or it.name not in ('available', 'reserved'))
    and (it.balance <= 0 or it.name <> 'debt');
end
$$;
-- The predicate leaves out `balance`: with it, each update of a balance would have to write the index.
create index accounts_of_debt on accounts (merchant, environment, currency) where name = 'debt';

-- `not valid`: the new list has every kind of the old one, so there is nothing to read.
alter table entries drop constraint entries_kind_check;
alter table entries add constraint entries_kind_check check (
  kind in (
    'hold', 'settle', 'settle_fee', 'release', 'fund', 'collect', 'collect_fee', 'correct', 'reverse', 'adjust', 'advance', 'repay'
  )
) not valid;

create table corrections (
  merchant text collate "C" not null references merchants,
  environment text collate "C" not null check (environment in ('test', 'live')),
  id text collate "C" not null,
  kind text not null check (kind in ('reverse', 'adjust')),
  -- The entry that a reversal takes back.
  corrects bigint,
  -- The order at a provider whose amount in the ledger changes.
  attempt text collate "C",
  currency text collate "C" not null check (currency ~ '^[A-Z]{3}$'),
  debit text collate "C" not null,
  credit text collate "C" not null check (credit <> debit),
  amount bigint not null check (amount > 0 and amount <= 9007199254740991),
  -- Whether the merchant may owe what its balance lacks.
  as_debt boolean not null,
  -- The amount that it owes by this correction.
  advanced bigint not null default 0 check (advanced between 0 and amount),
  reason text not null check (reason <> ''),
  document text not null check (document <> ''),
  state text not null check (state in ('proposed', 'booked', 'rejected')),
  needs_two boolean not null,
  asked_by text not null,
  asked_at timestamptz not null,
  decided_by text,
  decided_at timestamptz,
  rejection text,
  primary key (merchant, environment, id),
  foreign key (merchant, environment, corrects) references entries,
  foreign key (merchant, environment, attempt) references attempts,
  check ((corrects is not null) = (kind = 'reverse')),
  check ((decided_at is not null) = (state <> 'proposed') and (decided_by is not null) = (state <> 'proposed')),
  check ((rejection is not null) = (state = 'rejected')),
  check (as_debt or advanced = 0),
  -- Nobody is the second person for their own proposal.
  check (not needs_two or state <> 'booked' or decided_by <> asked_by)
);
-- An entry is reversed once.
create unique index corrections_once on corrections (merchant, environment, corrects) where state <> 'rejected';
create unique index corrections_by_id on corrections (id);
create index corrections_by_attempt on corrections (merchant, environment, attempt) where attempt is not null;
create index corrections_proposed on corrections (id) where state = 'proposed';
select kolo_protect('corrections', 'select');
grant insert, update on corrections to kolo_engine;

-- The part of a complete refund that a correction took back: the payer did not receive it, and it can be refunded again.
alter table refunds add column amount_corrected bigint not null default 0;
alter table refunds add constraint refunds_amount_corrected_check check (
  amount_corrected between 0 and amount and (amount_corrected = 0 or status = 'complete')
) not valid;
