-- A statement that writes one row has nothing to add up: what it counts as is written as it is, in less than half the time.
-- Behind a single request all statements are such.
do $$
declare
  counting record;
  branch text;
begin
  -- What 0050 made and 0091 changed, by what it says of a row.
  for counting in
    select p.proname, p.prosrc, p.prosrc like '%kolo_minute(at)%' as is_timed,
      substring(p.prosrc from 'select merchant, environment, (''\w+''), part') as list,
      substring(p.prosrc from 'select (merchant, environment, [^\n]* as at), sum\(change\)') as told,
      substring(p.prosrc from 'as given\n *where ([^\n]*)\n') as condition
    from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.proname ~ '^count_.*_insert$'
      and p.prosrc ~ '^begin\n *insert into list_deltas [^\n]*\n *select merchant, environment, ''\w+'', part,'
  loop
    branch := format(
      'begin
        if (select count(*) from (select from written limit 2) few) = 1 then
          insert into list_deltas (merchant, environment, list, part, status, channel, slot, change%s)
          select merchant, environment, %s, part, status, channel, %s
          from (select %s from written where %s) one;
          return null;
        end if;',
      case when counting.is_timed then ', first_ms, last_ms' end,
      counting.list,
      case when counting.is_timed then 'kolo_minute(at), 1, kolo_ms(at), kolo_ms(at)' else 'at, 1' end,
      counting.told, counting.condition
    );
    execute format(
      'create or replace function %I() returns trigger language plpgsql as %L',
      counting.proname, overlay(counting.prosrc placing branch from 1 for length('begin'))
    );
  end loop;

  -- Transfers are looked at before they are counted (0085), and those that are complete have a sum besides (0078).
  select p.proname, p.prosrc, strpos(p.prosrc, '  insert into list_deltas') as place into strict counting
  from pg_proc p
  where p.pronamespace = 'public'::regnamespace and p.proname = 'count_transfers_insert';
  branch := '  if (select count(*) from (select from written limit 2) few) = 1 then
    insert into list_deltas (merchant, environment, list, part, status, channel, slot, change, first_ms, last_ms)
    select merchant, environment, list, '''', status, channel, kolo_minute(created_at), weight, kolo_ms(created_at), kolo_ms(created_at)
    from written
    cross join lateral (values (''transfers'', 1), (''transfer_sums'', amount)) as counted (list, weight)
    where list = ''transfers'' or status = ''complete'';
    return null;
  end if;
';
  execute format(
    'create or replace function count_transfers_insert() returns trigger language plpgsql as %L',
    overlay(counting.prosrc placing branch from counting.place for 0)
  );
end
$$;
