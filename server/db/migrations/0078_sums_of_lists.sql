-- What complete transfers and payments come to, kept as lists are counted (0050): in the same tables, as lists of their own
-- whose rows weigh what they are worth instead of one. So what folds and reads counters needs to know nothing new, and a
-- server from before keeps them right too.

-- Every row of every list, by what it is counted as and what it weighs.
create or replace view list_rows with (security_invoker = true) as
  select merchant, environment, 'transfers' as list, '' as part, status, channel, kolo_minute(created_at) as slot, 1::bigint as weight
  from transfers
  union all
  select merchant, environment, 'bulk_transfers', '', '', '', kolo_minute(created_at), 1
  from bulk_transfers
  union all
  select merchant, environment, 'payments', '', status, coalesce(channel, ''), kolo_minute(created_at), 1
  from payments
  union all
  select merchant, environment, 'refunds', '', status, '', kolo_minute(created_at), 1
  from refunds
  union all
  select merchant, environment, 'payment_links', '', active::text, '', kolo_minute(created_at), 1
  from payment_links
  union all
  select merchant, environment, 'beneficiaries', '', type, country, kolo_minute(created_at), 1
  from beneficiaries
  where listed and deleted_at is null
  union all
  select merchant, environment, 'customers', '', '', '', kolo_minute(created_at), 1
  from customers
  where deleted_at is null
  union all
  select merchant, environment, 'movements', currency, '', '', id / 1000, 1
  from entries
  where debit = 'available' or credit = 'available'
  union all
  select merchant, environment, 'events', '', '', type, kolo_minute(created_at), 1
  from events
  union all
  select merchant, environment, 'webhooks', '', '', '', kolo_minute(created_at), 1
  from webhooks
  where deleted_at is null
  union all
  select merchant, environment, 'deliveries', webhook, 'open', type, kolo_minute(created_at), 1
  from deliveries_open
  union all
  select merchant, environment, 'deliveries', webhook, state, type, kolo_minute(created_at), 1
  from deliveries_ended
  union all
  select merchant, environment, 'transfer_sums', '', status, channel, kolo_minute(created_at), amount
  from transfers
  where status = 'complete'
  union all
  select merchant, environment, 'payment_sums', '', status, channel, kolo_minute(created_at), amount
  from payments
  where status = 'complete';

-- From now on what these verbs do to a table that is counted already leaves, beside its counts, the amounts of its complete
-- rows as the list `sums`. What the triggers of 0050 call is replaced, so a statement still has one of them.
create function kolo_sum(target regclass, verbs text[], list text, sums text, channel text) returns void
language plpgsql as $$
declare
  verb text;
  rows text;
begin
  foreach verb in array verbs loop
    rows := case verb
      when 'insert' then 'select *, 1 as change from written'
      when 'delete' then 'select *, -1 as change from removed'
      else 'select *, 1 as change from written union all select *, -1 as change from removed'
    end;
    execute format('create or replace function %I() returns trigger language plpgsql as %L', format('count_%s_%s', target, verb), format(
      'begin
        insert into list_deltas (merchant, environment, list, part, status, channel, slot, change)
        select merchant, environment, list, '''', status, channel, kolo_minute(at), sum(change)
        from (
          select merchant, environment, %L as list, status, %s as channel, created_at as at, sum(change) as change
          from (%s) as given
          group by 1, 2, 3, 4, 5, 6
          union all
          select merchant, environment, %L, status, %s, created_at, sum(change * amount)
          from (%s) as given
          where status = ''complete''
          group by 1, 2, 3, 4, 5, 6
        ) as counted
        group by merchant, environment, list, status, channel, kolo_minute(at)
        having sum(change) <> 0;
        return null;
      end',
      list, channel, rows, sums, channel, rows
    ));
  end loop;
end
$$;

-- What is written meanwhile would be in neither: writers wait, readers do not.
lock table transfers, payments in share row exclusive mode;
select kolo_sum('transfers', '{insert,update,delete}', 'transfers', 'transfer_sums', 'channel');
select kolo_sum('payments', '{insert,update,delete}', 'payments', 'payment_sums', $$coalesce(channel, '')$$);

-- What is there already. As the role that sees every row: the owner of the tables sees none.
set local role kolo_engine;
insert into list_counts (merchant, environment, list, part, level, status, channel, slot, count)
select merchant, environment, list, part, l.level, status, channel, l.slot, sum(rows.amount)
from (
  select merchant, environment, list, part, status, channel, slot, sum(weight) as amount
  from list_rows
  where list in ('transfer_sums', 'payment_sums')
  group by merchant, environment, list, part, status, channel, slot
) as rows
cross join lateral (values (0, 0), (1, rows.slot / 1440), (2, rows.slot)) as l (level, slot)
group by merchant, environment, list, part, l.level, status, channel, l.slot;
reset role;
