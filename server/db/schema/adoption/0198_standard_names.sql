-- The names that payment systems use, for tables, columns, functions and constraints. Every statement changes the catalogue only,
-- so no table is read or rewritten. This step also upgrades the databases whose baseline has the former names.
create temporary table renamed_tables (old_name text, new_name text) on commit drop;
insert into renamed_tables values
  ('acts', 'audit_log'),
  ('operator_acts', 'platform_operator_audit_log'),
  ('persons', 'users'),
  ('operators', 'platform_operators'),
  ('password_asks', 'password_reset_requests'),
  ('failures_recorded', 'sign_in_failure_counts'),
  ('connections', 'merchant_links'),
  ('requests', 'request_log'),
  ('mails', 'outbox_mail'),
  ('visits', 'provider_calls'),
  ('balance_watch', 'balance_check_schedule'),
  ('holders_seen', 'account_lookups'),
  ('deliveries_open', 'open_deliveries'),
  ('deliveries_ended', 'ended_deliveries'),
  ('deliveries_forgotten', 'deleted_delivery_counts');

-- By the table's new name.
create temporary table renamed_columns (table_name text, old_name text, new_name text) on commit drop;
insert into renamed_columns values
  ('audit_log', 'act', 'action'),
  ('platform_operator_audit_log', 'act', 'action'),
  ('merchant_links', 'connected', 'linked_merchant'),
  ('password_reset_requests', 'asked_at', 'requested_at'),
  ('sign_in_failures', 'counted', 'fingerprint'),
  ('wrong_keys', 'counted', 'fingerprint'),
  ('workers', 'seen_at', 'heartbeat_at'),
  ('account_lookups', 'seen_at', 'looked_up_at'),
  ('attempts', 'connection', 'provider_account'),
  ('attempts', 'asked_at', 'queried_at'),
  ('attempts', 'asks', 'queries'),
  ('attempts', 'noticed_at', 'called_back_at'),
  ('provider_calls', 'what', 'step'),
  ('channel_counts', 'connection', 'provider_account'),
  ('channel_health', 'connection', 'provider_account'),
  ('balance_check_schedule', 'connection', 'provider_account'),
  ('balance_checks', 'connection', 'provider_account'),
  ('balance_drifts', 'connection', 'provider_account'),
  ('reviews', 'said', 'provider_answer'),
  ('open_deliveries', 'is_asked_for', 'is_manual'),
  ('list_counts', 'slot', 'bucket'),
  ('list_deltas', 'slot', 'bucket'),
  ('list_rows', 'slot', 'bucket');

do $$
declare
  renamed record;
  target record;
  new_name text;
begin
  for renamed in select * from renamed_tables loop
    execute format('alter table %I rename to %I', renamed.old_name, renamed.new_name);
  end loop;
  for renamed in select * from renamed_columns loop
    execute format('alter table %I rename column %I to %I', renamed.table_name, renamed.old_name, renamed.new_name);
  end loop;

  -- Constraints, indexes and sequences are named after their table and columns.
  for target in
    select 'constraint' as kind, conrelid::regclass as relation, conname::text as name
    from pg_constraint
    where connamespace = 'public'::regnamespace and conrelid <> 0
    union all
    select 'index', indrelid::regclass, indexrelid::regclass::text
    from pg_index
    join pg_class c on c.oid = indexrelid
    where c.relnamespace = 'public'::regnamespace
      and not exists (select from pg_constraint where conindid = indexrelid and conrelid = indrelid)
    union all
    select 'sequence', refobjid::regclass, objid::regclass::text
    from pg_depend
    join pg_class c on c.oid = objid
    where c.relkind = 'S' and c.relnamespace = 'public'::regnamespace and classid = 'pg_class'::regclass
      and refclassid = 'pg_class'::regclass and deptype = 'i'
  loop
    new_name := target.name;
    for renamed in select * from renamed_tables t where t.new_name = target.relation::text loop
      new_name := regexp_replace(new_name, '^' || renamed.old_name || '_', renamed.new_name || '_');
    end loop;
    for renamed in select * from renamed_columns c where c.table_name = target.relation::text loop
      new_name := regexp_replace(new_name, '_' || renamed.old_name || '(_|$)', '_' || renamed.new_name || '\1');
    end loop;
    if new_name = target.name then
      continue;
    elsif target.kind = 'constraint' then
      execute format('alter table %s rename constraint %I to %I', target.relation, target.name, new_name);
    else
      execute format('alter %s %I rename to %I', target.kind, target.name, new_name);
    end if;
  end loop;

  for target in select conrelid::regclass as relation, conname from pg_constraint where conname like '%\_are\_sound' loop
    execute format(
      'alter table %s rename constraint %I to %I', target.relation, target.conname, replace(target.conname, '_sound', '_valid')
    );
  end loop;
  for target in select oid::regprocedure as signature from pg_proc where proname = 'kolo_is_sound' loop
    execute format('alter function %s rename to kolo_is_valid', target.signature);
  end loop;

  -- The body of a PL/pgSQL function is text: its names do not follow.
  for target in
    select pg_get_functiondef(oid) as definition
    from pg_proc
    where pronamespace = 'public'::regnamespace and (proname like 'count\_%' or proname like 'mark\_%')
      and prorettype = 'trigger'::regtype and prosrc ~ '\mslot\M'
  loop
    execute regexp_replace(target.definition, '\mslot\M', 'bucket', 'g');
  end loop;
end
$$;

alter function count_deliveries_open() rename to count_open_deliveries;
alter function count_deliveries_ended() rename to count_ended_deliveries;

alter index deliveries_due rename to open_deliveries_due;
alter index deliveries_in_turn rename to open_deliveries_in_order;
alter index deliveries_exhausted rename to ended_deliveries_exhausted;

alter policy own_acts on audit_log rename to own_actions;
alter trigger act_follows on audit_log rename to check_audit_chain;
alter function kolo_act_follows() rename to kolo_check_audit_chain;
create or replace function kolo_check_audit_chain() returns trigger
language plpgsql as $$
declare
  last record;
begin
  select number, hash into last from audit_log where merchant = new.merchant order by number desc limit 1;
  if new.number <> coalesce(last.number, 0) + 1
    or new.previous_hash <> coalesce(last.hash, decode(repeat('00', 32), 'hex'))
  then
    raise exception 'an audit log entry must follow the last one of its merchant';
  end if;
  return new;
end
$$;

drop function kolo_expect(boolean, text);
create function kolo_assert(condition boolean, message text) returns void language plpgsql as $$
begin
  if condition is not true then
    raise exception 'Broken promise: %', message;
  end if;
end
$$;
drop function kolo_still(boolean, text);
create function kolo_assert_unchanged(condition boolean, message text) returns void language plpgsql as $$
begin
  if condition is not true then
    raise exception 'Changed meanwhile: %', message using errcode = 'serialization_failure';
  end if;
end
$$;
