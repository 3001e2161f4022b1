-- The index of parts knows words one behind the other, without the spaces between them: `ngo 17` has the part `o17`, which few
-- rows have, where its words have only parts that very many have. What it finds is compared with the text as it is.
drop index search_rows_by_part;

create index search_rows_by_part on search_rows
  using gin ((merchant || environment || left(id, 3)), replace(text, ' ', '') gin_trgm_ops, phone gin_trgm_ops);

-- Of what it has not looked at the planner thinks that reading all of a merchant's rows is as good.
analyze search_rows;

-- As 0086, with the joined text. Who has migrated gives it to `kolo_engine` again (db/migrate.ts).
do $$
begin
  if (select relowner from pg_class where oid = 'search_parts'::regclass) = 'kolo_engine'::regrole then
    set local role kolo_engine;
  end if;
  drop view search_parts;
  reset role;
end
$$;
create view search_parts as
  select id, slot, text, phone, merchant || environment || left(id, 3) as scope, replace(text, ' ', '') as joined
  from search_rows
  -- Asked for once, not for every row.
  where merchant || environment
    = (select current_setting('kolo.merchant', true) || current_setting('kolo.environment', true));
grant select on search_parts to kolo_api;

-- As 0086: by the index as it is now. These deltas count nothing, and say nothing of instants (0091).
create or replace function mark_customer_renamed() returns trigger language plpgsql as $$
begin
  insert into list_deltas (merchant, environment, list, part, status, channel, slot, change, first_ms, last_ms)
  values (new.merchant, new.environment, 'customers', '', '', '', kolo_minute(new.created_at), 0, 59999, 0);
  return null;
end
$$;

create or replace function mark_beneficiary_renamed() returns trigger language plpgsql as $$
begin
  if new.listed then
    insert into list_deltas (merchant, environment, list, part, status, channel, slot, change, first_ms, last_ms)
    values (
      new.merchant, new.environment, 'beneficiaries', '', new.type, new.country, kolo_minute(new.created_at), 0, 59999, 0
    );
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
    where scope = new.merchant || new.environment || 'trf'
      and joined like '%' || chr(31) || new.id || chr(31) || '%'
  ) renamed
  order by slot
  on conflict (merchant, environment, list, slot) do update set due_at = excluded.due_at, fed_to = null;
  return null;
end
$$;
