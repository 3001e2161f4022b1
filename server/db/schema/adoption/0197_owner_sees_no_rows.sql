-- As before step 0195: row-level security also applies to the owner of the tables.
do $$
declare
  target regclass;
begin
  for target in select oid from pg_class where relnamespace = 'public'::regnamespace and relrowsecurity loop
    execute format('alter table %s force row level security', target);
  end loop;
end
$$;
