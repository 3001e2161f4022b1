-- Search by the provider's reference (`attempts.provider_id`), and search of refunds (decision 12).
--
-- The character chr(30) begins each provider's reference in the search text. So a query can match the beginning of a
-- reference and not its middle: the digits of an amount are somewhere in many references.
create or replace view searchable_transfers with (security_invoker = true) as
  select t.merchant, t.environment, t.id, kolo_minute(t.created_at) as bucket,
    (
      kolo_search_form(concat_ws(chr(31), t.reference, t.beneficiary, '', b.name))
      || coalesce(
        (
          select string_agg(chr(30) || kolo_search_form(a.provider_id), '' order by a.id)
          from attempts a
          where (a.merchant, a.environment, a.subject) = (t.merchant, t.environment, t.id)
        ),
        ''
      )
    ) collate "C" as text,
    ltrim(b.phone, '+') as phones, t.amount
  from transfers t
  join beneficiaries b on (b.merchant, b.environment, b.id) = (t.merchant, t.environment, t.beneficiary);
create or replace view searchable_payments with (security_invoker = true) as
  select p.merchant, p.environment, p.id, kolo_minute(p.created_at) as bucket,
    (
      kolo_search_form(concat_ws(chr(31), p.reference, c.name, c.email))
      || coalesce(
        (
          select string_agg(chr(30) || kolo_search_form(a.provider_id), '' order by a.id)
          from attempts a
          where (a.merchant, a.environment, a.subject) = (p.merchant, p.environment, p.id)
        ),
        ''
      )
    ) collate "C" as text,
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
create view searchable_refunds with (security_invoker = true) as
  select r.merchant, r.environment, r.id, kolo_minute(r.created_at) as bucket,
    (
      kolo_search_form(concat_ws(chr(31), r.payment, p.reference, c.name, c.email))
      || coalesce(
        (
          select string_agg(chr(30) || kolo_search_form(a.provider_id), '' order by a.id)
          from attempts a
          where (a.merchant, a.environment, a.subject) = (r.merchant, r.environment, r.id)
        ),
        ''
      )
    ) collate "C" as text,
    -- The number that is paid back, and the payer's own. A sealed account number does not begin with a plus.
    nullif(
      concat_ws(
        chr(31),
        case when starts_with(r.receiver, '+') then ltrim(r.receiver, '+') end,
        case when c.phone is distinct from r.receiver then ltrim(c.phone, '+') end
      ),
      ''
    ) collate "C" as phones,
    r.amount
  from refunds r
  join payments p on (p.merchant, p.environment, p.id) = (r.merchant, r.environment, r.payment)
  left join customers c on (c.merchant, c.environment, c.id) = (p.merchant, p.environment, p.customer);
create or replace view searchable with (security_invoker = true) as
  select 'transfers' as list, * from searchable_transfers
  union all
  select 'payments', * from searchable_payments
  union all
  select 'beneficiaries', * from searchable_beneficiaries
  union all
  select 'customers', * from searchable_customers
  union all
  select 'refunds', * from searchable_refunds;
grant select on searchable_refunds to kolo_api, kolo_engine;

alter table search_stale
  drop constraint search_stale_list_check,
  add check (list in ('transfers', 'payments', 'refunds', 'beneficiaries', 'customers'));

create or replace function mark_search_stale() returns trigger language plpgsql as $$
begin
  insert into search_stale (merchant, environment, list, bucket, due_at)
  select merchant, environment, list, bucket, kolo_search_due_at(bucket)
  from (
    select distinct merchant, environment, list, bucket
    from removed
    where list in ('transfers', 'payments', 'refunds', 'beneficiaries', 'customers')
  ) changed
  order by merchant, environment, list, bucket
  on conflict (merchant, environment, list, bucket) do update set due_at = excluded.due_at, indexed_to = null;
  return null;
end
$$;

-- The payer's name, e-mail and number are in the search text of their payments and refunds.
create or replace function mark_customer_renamed() returns trigger language plpgsql as $$
begin
  insert into list_deltas (merchant, environment, list, part, status, channel, bucket, change, first_ms, last_ms)
  values (new.merchant, new.environment, 'customers', '', '', '', kolo_minute(new.created_at), 0, 59999, 0);
  perform pg_advisory_xact_lock_shared(5657311);
  insert into search_stale (merchant, environment, list, bucket, due_at)
  select new.merchant, new.environment, list, bucket, kolo_search_due_at(bucket)
  from (
    select 'payments' as list, kolo_minute(created_at) as bucket
    from payments
    where (merchant, environment, customer) = (new.merchant, new.environment, new.id)
    union
    select 'refunds', kolo_minute(r.created_at)
    from payments p
    join refunds r on (r.merchant, r.environment, r.payment) = (p.merchant, p.environment, p.id)
    where (p.merchant, p.environment, p.customer) = (new.merchant, new.environment, new.id)
  ) renamed
  order by list, bucket
  on conflict (merchant, environment, list, bucket) do update set due_at = excluded.due_at, indexed_to = null;
  return null;
end
$$;

-- The indexer reads existing rows again while the service runs, the newest first. Until then a search reads them itself.
set local role kolo_engine;
insert into search_stale (merchant, environment, list, bucket, due_at)
select distinct merchant, environment, list, bucket, now() - make_interval(secs => bucket / 1000000.0)
from list_counts
where level = 2 and list in ('transfers', 'payments', 'refunds')
on conflict do nothing;
reset role;
