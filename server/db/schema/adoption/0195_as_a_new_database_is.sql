-- Names and a comment as in a new database, and a function that nothing calls.
alter table beneficiaries rename constraint beneficiaries_check2 to beneficiaries_check1;
alter table beneficiaries rename constraint beneficiaries_check3 to beneficiaries_check2;
comment on column events.body is null;
drop function kolo_sum(regclass, text[], text, text, text);

-- The owner of the tables sees their rows until step 0197. Otherwise the next step would check no row, unless a superuser runs it:
-- row-level security also applies to the validation of a foreign key.
do $$
declare
  target regclass;
begin
  for target in select oid from pg_class where relnamespace = 'public'::regnamespace and relforcerowsecurity loop
    execute format('alter table %s no force row level security', target);
  end loop;
end
$$;
