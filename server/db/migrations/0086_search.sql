-- What a merchant can search, kept so that a part of a word is found among ten million rows.
--
-- `search_rows` has the words of a list's rows, in small letters, and an index of every three signs in a row. Nobody who
-- writes a row waits for it: folding the counters (0050) says which minutes of a list changed, and a job reads those
-- minutes again a while later. Until then they stand in `search_slots`, or their deltas wait to be folded; a search looks at
-- their rows themselves. So it finds what is there, at every moment.
create extension if not exists pg_trgm;
create extension if not exists btree_gin;

-- A person's words: name and e-mail, and the digits of the number. Fields are kept apart by a sign nobody types.
create view transfer_words with (security_invoker = true) as
  select t.merchant, t.environment, t.id, kolo_minute(t.created_at) as slot,
    lower(t.reference || chr(31) || t.beneficiary || chr(31) || coalesce(b.name, '')) collate "C" as text,
    ltrim(b.phone, '+') as phone
  from transfers t
  join beneficiaries b on (b.merchant, b.environment, b.id) = (t.merchant, t.environment, t.beneficiary);
create view payment_words with (security_invoker = true) as
  select merchant, environment, id, kolo_minute(created_at) as slot, lower(reference) collate "C" as text,
    null::text collate "C" as phone
  from payments;
create view beneficiary_words with (security_invoker = true) as
  select merchant, environment, id, kolo_minute(created_at) as slot,
    lower(coalesce(name, '') || chr(31) || coalesce(email, '')) collate "C" as text, ltrim(phone, '+') as phone
  from beneficiaries
  where listed and deleted_at is null;
create view customer_words with (security_invoker = true) as
  select merchant, environment, id, kolo_minute(created_at) as slot,
    lower(name || chr(31) || coalesce(email, '')) collate "C" as text, ltrim(phone, '+') as phone
  from customers
  where deleted_at is null;
create view list_words with (security_invoker = true) as
  select 'transfers' as list, * from transfer_words
  union all
  select 'payments', * from payment_words
  union all
  select 'beneficiaries', * from beneficiary_words
  union all
  select 'customers', * from customer_words;
grant select on transfer_words, payment_words, beneficiary_words, customer_words to kolo_api, kolo_engine;
grant select on list_words to kolo_engine;

create table search_rows (
  merchant text collate "C" not null,
  environment text collate "C" not null,
  id text collate "C" not null,
  slot bigint not null,
  text text collate "C" not null,
  phone text collate "C",
  primary key (merchant, environment, id)
);
select kolo_protect('search_rows', 'select, insert, update, delete');
revoke all on search_rows from kolo_api;
-- Whose rows and of which list is one word, so that a merchant's search never looks at what others have in common with it.
create index search_rows_by_part on search_rows
  using gin ((merchant || environment || left(id, 3)), text gin_trgm_ops, phone gin_trgm_ops);

-- One merchant's rows, in the order of their ids, and by the parts of their words. Views of the engine's and not a policy:
-- PostgreSQL may then use the index before it asks whose a row is, which a policy forbids to operators that could tell what
-- they saw. `like` tells nobody. Who has migrated gives them to `kolo_engine` (db/migrate.ts).
create view search_mine as
  select id, slot, text, phone
  from search_rows
  where merchant = current_setting('kolo.merchant', true) and environment = current_setting('kolo.environment', true);
-- The same rows, asked so that only the index of parts can serve: left to itself the planner may read all there are instead.
create view search_parts as
  select id, slot, text, phone, merchant || environment || left(id, 3) as scope
  from search_rows
  where merchant || environment = current_setting('kolo.merchant', true) || current_setting('kolo.environment', true);
grant select on search_mine, search_parts to kolo_api;

-- The minutes that were changed since they were read. `fed_to` is how far one of very many rows was read again.
create table search_slots (
  merchant text collate "C" not null,
  environment text collate "C" not null,
  list text collate "C" not null,
  slot bigint not null,
  due_at timestamptz not null,
  fed_to text collate "C",
  primary key (merchant, environment, list, slot)
);
select kolo_protect('search_slots', 'select, insert, update, delete');
revoke delete on search_slots from kolo_api;
create index search_slots_due on search_slots (due_at);

-- A minute is read a minute after it was over and left alone: what comes one by one is read once.
create function kolo_read_again_at(slot bigint) returns timestamptz
language sql stable return greatest(now(), to_timestamp((slot + 1) * 60)) + interval '1 minute';

-- In the transaction that folds: a change is in `list_deltas` or its minute here, never in neither.
create function mark_search_slots() returns trigger language plpgsql as $$
begin
  insert into search_slots (merchant, environment, list, slot, due_at)
  select merchant, environment, list, slot, kolo_read_again_at(slot)
  from (
    select distinct merchant, environment, list, slot
    from removed
    where list in ('transfers', 'payments', 'beneficiaries', 'customers')
  ) changed
  order by merchant, environment, list, slot
  on conflict (merchant, environment, list, slot) do update set due_at = excluded.due_at, fed_to = null;
  return null;
end
$$;
create trigger mark_search after delete on list_deltas referencing old table as removed
  for each statement execute function mark_search_slots();

-- Who changes a name counts as before: a delta of nothing says that the row's minute has other words.
create function mark_customer_renamed() returns trigger language plpgsql as $$
begin
  insert into list_deltas (merchant, environment, list, part, status, channel, slot, change)
  values (new.merchant, new.environment, 'customers', '', '', '', kolo_minute(new.created_at), 0);
  return null;
end
$$;
create trigger mark_renamed after update on customers for each row
  when ((old.name, old.email, old.phone) is distinct from (new.name, new.email, new.phone))
  execute function mark_customer_renamed();

-- A beneficiary's name is among the words of its transfers. The lock is the job's: it must not be reading them just now.
create function mark_beneficiary_renamed() returns trigger language plpgsql as $$
begin
  if new.listed then
    insert into list_deltas (merchant, environment, list, part, status, channel, slot, change)
    values (new.merchant, new.environment, 'beneficiaries', '', new.type, new.country, kolo_minute(new.created_at), 0);
  end if;
  -- The view shows this merchant's rows alone: who changes names of several must say for each whose they are.
  if current_setting('kolo.merchant', true) is distinct from new.merchant
    or current_setting('kolo.environment', true) is distinct from new.environment
  then
    raise 'a beneficiary is renamed by its merchant';
  end if;
  perform pg_advisory_xact_lock_shared(5657311);
  insert into search_slots (merchant, environment, list, slot, due_at)
  select new.merchant, new.environment, 'transfers', slot, kolo_read_again_at(slot)
  from (
    select distinct slot
    from search_parts
    where scope = new.merchant || new.environment || 'trf' and text like '%' || chr(31) || new.id || chr(31) || '%'
  ) renamed
  order by slot
  on conflict (merchant, environment, list, slot) do update set due_at = excluded.due_at, fed_to = null;
  return null;
end
$$;
create trigger mark_renamed after update on beneficiaries for each row
  when ((old.name, old.email, old.phone) is distinct from (new.name, new.email, new.phone))
  execute function mark_beneficiary_renamed();

-- What is there already is read as if it had just changed.
lock table list_counts, list_deltas in share row exclusive mode;
set local role kolo_engine;
insert into search_slots (merchant, environment, list, slot, due_at)
select distinct merchant, environment, list, slot, now()
from list_counts
where level = 2 and list in ('transfers', 'payments', 'beneficiaries', 'customers');
reset role;
