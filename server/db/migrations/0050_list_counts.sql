-- How many rows every list has, without counting them.
--
-- A statement that writes rows of a list leaves what it changed in `list_deltas`, one row for each status, channel and
-- minute it touched, in its own transaction. Nobody waits for anybody: a delta is only ever added. A job folds deltas into
-- `list_counts`. The sum of both, in one snapshot, is exact at every moment.

-- What a list filters by: `status` and `channel`, or what stands in their place (an event's type, a beneficiary's type and
-- country). `part` tells lists of one table apart: a webhook's deliveries, a currency's movements. `slot` is the minute the
-- rows were created in, counted from 1970 (for the books' entries, whose ids count, a thousand of them).
create table list_counts (
  merchant text collate "C" not null,
  environment text collate "C" not null,
  list text collate "C" not null,
  part text collate "C" not null,
  -- 0: all there are, 1: by 1440 slots (a day), 2: by slot.
  level smallint not null check (level between 0 and 2),
  status text collate "C" not null,
  channel text collate "C" not null,
  slot bigint not null,
  count bigint not null,
  primary key (merchant, environment, list, part, level, status, channel, slot)
) with (fillfactor = 80);
select kolo_protect('list_counts', 'select, insert, update, delete');
revoke insert, update, delete on list_counts from kolo_api;

create table list_deltas (
  merchant text collate "C" not null,
  environment text collate "C" not null,
  list text collate "C" not null,
  part text collate "C" not null,
  -- In the order of writing: what depends on a row comes behind what wrote it.
  number bigint generated always as identity,
  status text collate "C" not null,
  channel text collate "C" not null,
  slot bigint not null,
  change bigint not null,
  primary key (merchant, environment, list, part, number)
);
select kolo_protect('list_deltas', 'select, insert, delete');
revoke delete on list_deltas from kolo_api;

create function kolo_minute(at timestamptz) returns bigint
language sql immutable parallel safe return floor(date_part('epoch', at) / 60)::bigint;

-- Every row of every list, by what it is counted as.
create view list_rows with (security_invoker = true) as
  select merchant, environment, 'transfers' as list, '' as part, status, channel, kolo_minute(created_at) as slot
  from transfers
  union all
  select merchant, environment, 'bulk_transfers', '', '', '', kolo_minute(created_at)
  from bulk_transfers
  union all
  select merchant, environment, 'payments', '', status, coalesce(channel, ''), kolo_minute(created_at)
  from payments
  union all
  select merchant, environment, 'refunds', '', status, '', kolo_minute(created_at)
  from refunds
  union all
  select merchant, environment, 'payment_links', '', active::text, '', kolo_minute(created_at)
  from payment_links
  union all
  select merchant, environment, 'beneficiaries', '', type, country, kolo_minute(created_at)
  from beneficiaries
  where listed and deleted_at is null
  union all
  select merchant, environment, 'customers', '', '', '', kolo_minute(created_at)
  from customers
  where deleted_at is null
  union all
  select merchant, environment, 'movements', currency, '', '', id / 1000
  from entries
  where debit = 'available' or credit = 'available'
  union all
  select merchant, environment, 'events', '', '', type, kolo_minute(created_at)
  from events
  union all
  select merchant, environment, 'webhooks', '', '', '', kolo_minute(created_at)
  from webhooks
  where deleted_at is null
  union all
  select merchant, environment, 'deliveries', webhook, 'open', type, kolo_minute(created_at)
  from deliveries_open
  union all
  select merchant, environment, 'deliveries', webhook, state, type, kolo_minute(created_at)
  from deliveries_ended;
grant select on list_rows to kolo_engine;

-- From now on what these verbs do to a table is counted: rows that fulfil `counted`, as the list's part, status and channel,
-- in the slot `slot` makes of `at`. The same words as in `list_rows`, which the audit compares with. Rows are added up
-- by `at` first: those of one statement mostly have one, and of few values the slot is found quickly.
create function kolo_count(
  target regclass, verbs text[], list text, part text, status text, channel text,
  at text default 'created_at', slot text default 'kolo_minute(at)', counted text default 'true'
) returns void
language plpgsql as $$
declare
  verb text;
  name text;
  rows text;
  tables text;
  work text;
begin
  foreach verb in array verbs loop
    name := format('count_%s_%s', target, verb);
    rows := case verb
      when 'insert' then 'select *, 1 as change from written'
      when 'delete' then 'select *, -1 as change from removed'
      else 'select *, 1 as change from written union all select *, -1 as change from removed'
    end;
    tables := case verb
      when 'insert' then 'new table as written'
      when 'delete' then 'old table as removed'
      else 'old table as removed new table as written'
    end;
    work := format(
      'begin
        insert into list_deltas (merchant, environment, list, part, status, channel, slot, change)
        select merchant, environment, %L, part, status, channel, %s, sum(change)
        from (
          select merchant, environment, %s as part, %s as status, %s as channel, %s as at, sum(change) as change
          from (%s) as given
          where %s
          group by 1, 2, 3, 4, 5, 6
        ) as counted
        group by merchant, environment, part, status, channel, %s
        having sum(change) <> 0;
        return null;
      end',
      list, slot, part, status, channel, at, rows, counted, slot
    );
    execute format('create function %I() returns trigger language plpgsql as %L', name, work);
    execute format(
      'create trigger %I after %s on %s referencing %s for each statement execute function %I()',
      'count_' || verb, verb, target, tables, name
    );
  end loop;
end
$$;

-- Only what can change what a row is counted as: no update of an event, none of a delivery.
select kolo_count('transfers', '{insert,update,delete}', 'transfers', $$''$$, 'status', 'channel');
select kolo_count('bulk_transfers', '{insert,delete}', 'bulk_transfers', $$''$$, $$''$$, $$''$$);
select kolo_count('payments', '{insert,update,delete}', 'payments', $$''$$, 'status', $$coalesce(channel, '')$$);
select kolo_count('refunds', '{insert,update,delete}', 'refunds', $$''$$, 'status', $$''$$);
select kolo_count('payment_links', '{insert,update,delete}', 'payment_links', $$''$$, 'active::text', $$''$$);
select kolo_count('beneficiaries', '{insert,update,delete}', 'beneficiaries', $$''$$, 'type', 'country',
  counted => 'listed and deleted_at is null');
select kolo_count('customers', '{insert,update,delete}', 'customers', $$''$$, $$''$$, $$''$$, counted => 'deleted_at is null');
select kolo_count('entries', '{insert,delete}', 'movements', 'currency', $$''$$, $$''$$, 'id / 1000', 'at',
  $$debit = 'available' or credit = 'available'$$);
select kolo_count('events', '{insert,delete}', 'events', $$''$$, $$''$$, 'type');
select kolo_count('webhooks', '{insert,update,delete}', 'webhooks', $$''$$, $$''$$, $$''$$, counted => 'deleted_at is null');
select kolo_count('deliveries_open', '{insert,delete}', 'deliveries', 'webhook', $$'open'$$, 'type');
select kolo_count('deliveries_ended', '{insert,delete}', 'deliveries', 'webhook', 'state', 'type');

-- What is there already. As the role that sees every row: the owner of the tables sees none.
set local role kolo_engine;
insert into list_counts (merchant, environment, list, part, level, status, channel, slot, count)
select merchant, environment, list, part, l.level, status, channel, l.slot, sum(rows.count)
from (
  select merchant, environment, list, part, status, channel, slot, count(*) as count
  from list_rows
  group by merchant, environment, list, part, status, channel, slot
) as rows
cross join lateral (values (0, 0), (1, rows.slot / 1440), (2, rows.slot)) as l (level, slot)
group by merchant, environment, list, part, l.level, status, channel, l.slot;
reset role;

-- Listed ones are few among those that transfers bring along.
create index beneficiaries_listed on beneficiaries (merchant, environment, id) where listed and deleted_at is null;
