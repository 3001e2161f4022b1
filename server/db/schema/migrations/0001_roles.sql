-- The two roles that the service works as. The user that the service connects with owns the tables and only migrates them.
--
-- kolo_api: one merchant's request. Row-level security shows it the rows of one merchant and environment, read from settings
--   that last one transaction. Without these settings it sees no row.
-- kolo_engine: work that spans merchants: the workers, group commits, the lookup of an API key, the audit.
--
-- Roles belong to the server and not to the database: another database of Kolo may have created them, or be creating them now.
do $$
declare
  wanted text;
begin
  foreach wanted in array array['kolo_api', 'kolo_engine'] loop
    begin
      if not exists (select from pg_roles where rolname = wanted) then
        execute format('create role %I nologin', wanted);
      end if;
    exception when duplicate_object or unique_violation then
      null;
    end;
    if not pg_has_role(current_user, wanted, 'member') then
      execute format('grant %I to current_user', wanted);
    end if;
  end loop;
end
$$;

-- Enables row-level security on a table of merchants' data. `verbs` is what both roles may do with it. An append-only table
-- never grants update or delete, whatever the code does.
create function kolo_protect(target regclass, verbs text, merchant_column text default 'merchant') returns void
language plpgsql as $$
declare
  has_environment boolean;
  own text;
begin
  select exists (select from pg_attribute where attrelid = target and attname = 'environment') into has_environment;
  own := format('%I = current_setting(''kolo.merchant'', true)', merchant_column);
  if has_environment then
    own := own || ' and environment = current_setting(''kolo.environment'', true)';
  end if;
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy own_rows on %s to kolo_api using (%s) with check (%s)', target, own, own);
  execute format('create policy every_row on %s to kolo_engine using (true) with check (true)', target);
  execute format('grant %s on %s to kolo_api, kolo_engine', verbs, target);
end
$$;

-- Aborts the transaction if a condition is false. For checks at the end of a transaction, whose result nobody reads.
create function kolo_assert(condition boolean, message text) returns void language plpgsql as $$
begin
  if condition is not true then
    raise exception 'Broken promise: %', message;
  end if;
end
$$;

-- Aborts the transaction with a serialization failure if data it was decided by has changed. The service then retries it.
create function kolo_assert_unchanged(condition boolean, message text) returns void language plpgsql as $$
begin
  if condition is not true then
    raise exception 'Changed meanwhile: %', message using errcode = 'serialization_failure';
  end if;
end
$$;

-- Dumps are made as kolo_engine, which sees all rows: it reads every table, and the state of every sequence.
grant select on migrations to kolo_engine;
alter default privileges in schema public grant select on sequences to kolo_engine;
