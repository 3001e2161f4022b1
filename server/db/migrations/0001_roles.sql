-- Two roles the service works as. The user it connects with owns the tables and only migrates them.
--
-- kolo_api: one merchant's request. Row-level security shows it the rows of one merchant and environment, taken from
--   settings that are set for one transaction; where they are not set it sees nothing.
-- kolo_engine: work that spans merchants: the workers, group commits, the look-up of a key, the audit.
--
-- Roles belong to the server, not to the database: another database of Kolo may have made them already, perhaps in
-- this very moment.
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

-- Called once for each table of a merchant's data. `verbs` is what both roles may do with it: what is append-only is
-- never given update or delete, whatever the code says.
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
