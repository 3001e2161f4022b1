-- Between which instants of its minute the rows are that a counter counts. Of a status or a channel that few rows have a
-- minute has one: it is found where it is, and not by reading all the rows of its minute.
--
-- They are the widest there have been since the count was nothing: who goes narrows nothing, so they hold every row that is
-- left. What was counted before has its whole minute.
alter table list_counts
  add column first_ms integer not null default 0,
  add column last_ms integer not null default 59999;
alter table list_deltas
  add column first_ms integer not null default 0,
  add column last_ms integer not null default 59999;

-- How far into its minute an instant is, in whole milliseconds: as far as an id knows.
create function kolo_ms(at timestamptz) returns integer
language sql stable parallel safe return floor(date_part('milliseconds', at))::integer;

-- What counts rows by their minute (0050, 0078, 0085) leaves with each delta between which instants those are that it adds;
-- those that it takes away are between them already, and say nothing (59999 to 0). A statement that takes one row of a minute
-- and adds another leaves a delta that counts nothing but has the other's instant.
do $$
declare
  counting record;
  text text;
begin
  for counting in
    select p.oid, p.proname, p.prosrc
    from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.proname ~ '^count_.*_(insert|update|delete)$'
      and p.prosrc like '%kolo_minute(at), sum(change)%'
  loop
    text := counting.prosrc;
    text := replace(text, 'slot, change)', 'slot, change, first_ms, last_ms)');
    text := replace(text, 'kolo_minute(at), sum(change)', 'kolo_minute(at), sum(change),
          coalesce(min(kolo_ms(at)) filter (where change > 0), 59999),
          coalesce(max(kolo_ms(at)) filter (where change > 0), 0)');
    text := replace(text, 'having sum(change) <> 0', 'having sum(change) <> 0 or max(change) > 0');
    execute format('create or replace function %I() returns trigger language plpgsql as %L', counting.proname, text);
  end loop;
end
$$;

create or replace view list_rows with (security_invoker = true) as
  select merchant, environment, 'transfers' as list, '' as part, status, channel, kolo_minute(created_at) as slot, 1::bigint as weight,
    created_at as at
  from transfers
  union all
  select merchant, environment, 'bulk_transfers', '', '', '', kolo_minute(created_at), 1, created_at
  from bulk_transfers
  union all
  select merchant, environment, 'payments', '', status, coalesce(channel, ''), kolo_minute(created_at), 1, created_at
  from payments
  union all
  select merchant, environment, 'refunds', '', status, '', kolo_minute(created_at), 1, created_at
  from refunds
  union all
  select merchant, environment, 'payment_links', '', active::text, '', kolo_minute(created_at), 1, created_at
  from payment_links
  union all
  select merchant, environment, 'beneficiaries', '', type, country, kolo_minute(created_at), 1, created_at
  from beneficiaries
  where listed and deleted_at is null
  union all
  select merchant, environment, 'customers', '', '', '', kolo_minute(created_at), 1, created_at
  from customers
  where deleted_at is null
  union all
  select merchant, environment, 'movements', currency, '', '', id / 1000, 1, null
  from entries
  where debit = 'available' or credit = 'available'
  union all
  select merchant, environment, 'events', '', '', type, kolo_minute(created_at), 1, created_at
  from events
  union all
  select merchant, environment, 'webhooks', '', '', '', kolo_minute(created_at), 1, created_at
  from webhooks
  where deleted_at is null
  union all
  select merchant, environment, 'deliveries', webhook, 'open', type, kolo_minute(created_at), 1, created_at
  from deliveries_open
  union all
  select merchant, environment, 'deliveries', webhook, state, type, kolo_minute(created_at), 1, created_at
  from deliveries_ended
  union all
  select merchant, environment, 'transfer_sums', '', status, channel, kolo_minute(created_at), amount, created_at
  from transfers
  where status = 'complete'
  union all
  select merchant, environment, 'payment_sums', '', status, channel, kolo_minute(created_at), amount, created_at
  from payments
  where status = 'complete';
