-- Search: a normal form for stored and requested text, and an index of trigrams (decision 12).
--
-- The indexer (db/search/search-indexer.ts) updates `search_index` after the change of a row has committed. Until then `search_stale` has
-- the row's time bucket, and a search reads the rows of stale buckets, so its results are complete at every moment.
create extension if not exists pg_trgm;
create extension if not exists btree_gin;

-- The normal form of a text that has more than ASCII: NFKD without marks, lower case, without spaces, apostrophes and invisible
-- characters. `lower` in the collation "C" changes ASCII only, and `casefold` is new in version 18: ICU folds case on all versions.
-- Letters with a stroke or a hook do not decompose; people without them on the keyboard type the plain letter (in Cameroon ɓ, ŋ, ɔ).
create function kolo_search_form_unicode(given text) returns text
language sql immutable strict parallel safe
return replace(replace(replace(
  translate(
    lower(
      regexp_replace(
        normalize(given, NFKD) collate "C",
        -- Spaces and apostrophes; marks of Latin, Greek, Cyrillic, Hebrew and Arabic, dots that change letters of other scripts; the
        -- Arabic letter that only stretches a word; soft hyphens, joiners, directions, variation selectors, blank letters.
        '[\s''`´‘’′ʻʼ\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f'
        '\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed\u093c\u09bc\u0a3c\u0b3c\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\u3099'
        '\u309a\ufe20-\ufe2f\u0640\u00ad\u061c\u1680\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\ufe00-\ufe0f'
        '\ufeff\u115f\u1160]',
        '',
        'g'
      ) collate "und-x-icu"
    ) collate "C",
    'øđðłħŧŋɓɖɗɛəǝɔɨʉɩʊıƴʋƙɣɲς‐‑‒–—―−',
    'oddlhtnbddeeeoiuiuiyvkgnσ-------'
  ),
  'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe');

-- The normal form. Most texts are ASCII and need less.
create function kolo_search_form(given text) returns text
language sql immutable parallel safe
return case
  when octet_length(given) = char_length(given) then
    translate(lower(given collate "C"), ' ''`' || chr(9) || chr(10) || chr(13), '')
  else kolo_search_form_unicode(given)
end;

-- The search text of each row: its fields in normal form, kept apart by a character that no query contains, and the digits of its
-- telephone numbers as in E.164, of which the national number is the end.
create view searchable_transfers with (security_invoker = true) as
  select t.merchant, t.environment, t.id, kolo_minute(t.created_at) as bucket,
    kolo_search_form(concat_ws(chr(31), t.reference, t.beneficiary, '', b.name)) collate "C" as text,
    ltrim(b.phone, '+') as phones, t.amount
  from transfers t
  join beneficiaries b on (b.merchant, b.environment, b.id) = (t.merchant, t.environment, t.beneficiary);
create view searchable_payments with (security_invoker = true) as
  select p.merchant, p.environment, p.id, kolo_minute(p.created_at) as bucket,
    kolo_search_form(concat_ws(chr(31), p.reference, c.name, c.email)) collate "C" as text,
    -- The number that was asked to confirm, the one the payment was made with, and the payer's own: each once.
    nullif(
      concat_ws(
        chr(31),
        ltrim(p.phone, '+'),
        case when p.payer_phone is distinct from p.phone then ltrim(p.payer_phone, '+') end,
        case when c.phone is distinct from p.phone and c.phone is distinct from p.payer_phone then ltrim(c.phone, '+') end
      ),
      ''
    ) collate "C" as phones,
    p.amount
  from payments p
  left join customers c on (c.merchant, c.environment, c.id) = (p.merchant, p.environment, p.customer);
create view searchable_beneficiaries with (security_invoker = true) as
  select merchant, environment, id, kolo_minute(created_at) as bucket,
    kolo_search_form(concat_ws(chr(31), name, email)) collate "C" as text, ltrim(phone, '+') as phones, null::bigint as amount
  from beneficiaries
  where listed and deleted_at is null;
create view searchable_customers with (security_invoker = true) as
  select merchant, environment, id, kolo_minute(created_at) as bucket,
    kolo_search_form(concat_ws(chr(31), name, email)) collate "C" as text, ltrim(phone, '+') as phones, null::bigint as amount
  from customers
  where deleted_at is null;
create view searchable with (security_invoker = true) as
  select 'transfers' as list, * from searchable_transfers
  union all
  select 'payments', * from searchable_payments
  union all
  select 'beneficiaries', * from searchable_beneficiaries
  union all
  select 'customers', * from searchable_customers;
grant select on searchable_transfers, searchable_payments, searchable_beneficiaries, searchable_customers
  to kolo_api, kolo_engine;
grant select on searchable to kolo_engine;

create table search_index (
  merchant text collate "C" not null,
  environment text collate "C" not null,
  id text collate "C" not null,
  -- The minute the row was created in.
  bucket bigint not null,
  text text collate "C" not null,
  phones text collate "C",
  amount bigint,
  primary key (merchant, environment, id)
);
select kolo_protect('search_index', 'select, insert, update, delete');
revoke all on search_index from kolo_api;
-- The merchant, environment and list are one key, so that a search does not read what other merchants' rows have in common with it.
create index search_index_trigrams on search_index
  using gin ((merchant || environment || left(id, 3)), text gin_trgm_ops, phones gin_trgm_ops);
create index search_index_amounts on search_index (merchant, environment, amount, id) where amount is not null;

-- One merchant's rows of the index: by id, and by trigram. They are views of the engine and not a policy, because a policy does not
-- let PostgreSQL use the trigrams before it has checked every row. `like` reveals nothing about the rows it refuses. The second
-- view compares one expression, so that no other index can serve it. Migrating gives them to `kolo_engine` (db/schema/migrate.ts).
create view own_search_index as
  select id, bucket, text, phones, amount
  from search_index
  where merchant = current_setting('kolo.merchant', true) and environment = current_setting('kolo.environment', true);
create view own_search_trigrams as
  select id, bucket, text, phones, merchant || environment || left(id, 3) as scope
  from search_index
  where merchant || environment
    = (select current_setting('kolo.merchant', true) || current_setting('kolo.environment', true));
grant select on own_search_index, own_search_trigrams to kolo_api;

-- Time buckets whose rows may have changed since they were indexed. `indexed_to` is the last id that was read of a large one.
create table search_stale (
  merchant text collate "C" not null,
  environment text collate "C" not null,
  list text collate "C" not null,
  bucket bigint not null,
  due_at timestamptz not null,
  indexed_to text collate "C",
  primary key (merchant, environment, list, bucket)
);
select kolo_protect('search_stale', 'select, insert, update, delete');
revoke delete on search_stale from kolo_api;
create index search_stale_due on search_stale (due_at);

-- A bucket is indexed a minute after its minute has passed and nothing more has changed in it, so that many changes cost one read.
create function kolo_search_due_at(bucket bigint) returns timestamptz
language sql stable return greatest(now(), to_timestamp((bucket + 1) * 60)) + interval '1 minute';

-- Runs in the transaction that rolls up the counters: a change is in `list_deltas` or its bucket is here, never in neither.
create function mark_search_stale() returns trigger language plpgsql as $$
begin
  insert into search_stale (merchant, environment, list, bucket, due_at)
  select merchant, environment, list, bucket, kolo_search_due_at(bucket)
  from (
    select distinct merchant, environment, list, bucket
    from removed
    where list in ('transfers', 'payments', 'beneficiaries', 'customers')
  ) changed
  order by merchant, environment, list, bucket
  on conflict (merchant, environment, list, bucket) do update set due_at = excluded.due_at, indexed_to = null;
  return null;
end
$$;
create trigger mark_search after delete on list_deltas referencing old table as removed
  for each statement execute function mark_search_stale();

-- A payer's name, e-mail and number are in the search text of their payments, a beneficiary's in that of their transfers: a change
-- marks those buckets. The shared lock keeps the indexer from reading them before this transaction has committed. The deltas below
-- count nothing, and leave `first_ms` and `last_ms` as they are.
create function mark_customer_renamed() returns trigger language plpgsql as $$
begin
  insert into list_deltas (merchant, environment, list, part, status, channel, bucket, change, first_ms, last_ms)
  values (new.merchant, new.environment, 'customers', '', '', '', kolo_minute(new.created_at), 0, 59999, 0);
  perform pg_advisory_xact_lock_shared(5657311);
  insert into search_stale (merchant, environment, list, bucket, due_at)
  select new.merchant, new.environment, 'payments', bucket, kolo_search_due_at(bucket)
  from (
    select distinct kolo_minute(created_at) as bucket
    from payments
    where (merchant, environment, customer) = (new.merchant, new.environment, new.id)
  ) renamed
  order by bucket
  on conflict (merchant, environment, list, bucket) do update set due_at = excluded.due_at, indexed_to = null;
  return null;
end
$$;

create function mark_beneficiary_renamed() returns trigger language plpgsql as $$
begin
  if new.listed then
    insert into list_deltas (merchant, environment, list, part, status, channel, bucket, change, first_ms, last_ms)
    values (
      new.merchant, new.environment, 'beneficiaries', '', new.type, new.country, kolo_minute(new.created_at), 0, 59999, 0
    );
  end if;
  -- The view shows one merchant's rows: a job that renames beneficiaries of several must set the scope for each.
  if current_setting('kolo.merchant', true) is distinct from new.merchant
    or current_setting('kolo.environment', true) is distinct from new.environment
  then
    raise 'a beneficiary is renamed by its merchant';
  end if;
  perform pg_advisory_xact_lock_shared(5657311);
  -- The index finds the transfers; those that are not in it are in a stale bucket already.
  insert into search_stale (merchant, environment, list, bucket, due_at)
  select new.merchant, new.environment, 'transfers', bucket, kolo_search_due_at(bucket)
  from (
    select distinct bucket
    from own_search_trigrams
    where scope = new.merchant || new.environment || 'trf' and text like '%' || chr(31) || new.id || chr(31) || '%'
  ) renamed
  order by bucket
  on conflict (merchant, environment, list, bucket) do update set due_at = excluded.due_at, indexed_to = null;
  return null;
end
$$;

create trigger mark_renamed after update on customers for each row
  when ((old.name, old.email, old.phone) is distinct from (new.name, new.email, new.phone))
  execute function mark_customer_renamed();
create trigger mark_renamed after update on beneficiaries for each row
  when ((old.name, old.email, old.phone) is distinct from (new.name, new.email, new.phone))
  execute function mark_beneficiary_renamed();
