-- The triggers that count lists, and the view that the audit compares with the counts. `countingSql` in db/lists/counted-lists.ts
-- generates this text, and its test compares the text with the database. A new list or filter is a migration with new text.

create function count_transfers() returns trigger language plpgsql as $$
begin
  if tg_op <> 'DELETE' then
    insert into list_deltas (merchant, environment, list, part, status, channel, bucket, change, first_ms, last_ms)
    select merchant, environment, 'transfers', ''::text, status, channel, kolo_minute(created_at),
      count(*), min(kolo_ms(created_at)), max(kolo_ms(created_at))
    from written
    group by 1, 2, 4, 5, 6, 7;
    insert into list_deltas (merchant, environment, list, part, status, channel, bucket, change, first_ms, last_ms)
    select merchant, environment, 'transfer_sums', ''::text, status, channel, kolo_minute(created_at),
      sum(amount), min(kolo_ms(created_at)), max(kolo_ms(created_at))
    from written
    where status = 'complete'
    group by 1, 2, 4, 5, 6, 7;
  end if;
  if tg_op <> 'INSERT' then
    insert into list_deltas (merchant, environment, list, part, status, channel, bucket, change, first_ms, last_ms)
    select merchant, environment, 'transfers', ''::text, status, channel, kolo_minute(created_at),
      -count(*), 59999, 0
    from removed
    group by 1, 2, 4, 5, 6, 7;
    insert into list_deltas (merchant, environment, list, part, status, channel, bucket, change, first_ms, last_ms)
    select merchant, environment, 'transfer_sums', ''::text, status, channel, kolo_minute(created_at),
      -sum(amount), 59999, 0
    from removed
    where status = 'complete'
    group by 1, 2, 4, 5, 6, 7;
  end if;
  return null;
end
$$;
create trigger count_insert after insert on transfers referencing new table as written
  for each statement execute function count_transfers();
create trigger count_update after update on transfers referencing old table as removed new table as written
  for each statement execute function count_transfers();
create trigger count_delete after delete on transfers referencing old table as removed
  for each statement execute function count_transfers();

create function count_bulk_transfers() returns trigger language plpgsql as $$
begin
  if tg_op <> 'DELETE' then
    insert into list_deltas (merchant, environment, list, part, status, channel, bucket, change, first_ms, last_ms)
    select merchant, environment, 'bulk_transfers', ''::text, ''::text, ''::text, kolo_minute(created_at),
      count(*), min(kolo_ms(created_at)), max(kolo_ms(created_at))
    from written
    group by 1, 2, 4, 5, 6, 7;
  end if;
  if tg_op <> 'INSERT' then
    insert into list_deltas (merchant, environment, list, part, status, channel, bucket, change, first_ms, last_ms)
    select merchant, environment, 'bulk_transfers', ''::text, ''::text, ''::text, kolo_minute(created_at),
      -count(*), 59999, 0
    from removed
    group by 1, 2, 4, 5, 6, 7;
  end if;
  return null;
end
$$;
create trigger count_insert after insert on bulk_transfers referencing new table as written
  for each statement execute function count_bulk_transfers();
create trigger count_delete after delete on bulk_transfers referencing old table as removed
  for each statement execute function count_bulk_transfers();

create function count_payments() returns trigger language plpgsql as $$
begin
  if tg_op <> 'DELETE' then
    insert into list_deltas (merchant, environment, list, part, status, channel, bucket, change, first_ms, last_ms)
    select merchant, environment, 'payments', ''::text, status, coalesce(channel, ''), kolo_minute(created_at),
      count(*), min(kolo_ms(created_at)), max(kolo_ms(created_at))
    from written
    group by 1, 2, 4, 5, 6, 7;
    insert into list_deltas (merchant, environment, list, part, status, channel, bucket, change, first_ms, last_ms)
    select merchant, environment, 'payment_sums', ''::text, status, coalesce(channel, ''), kolo_minute(created_at),
      sum(amount), min(kolo_ms(created_at)), max(kolo_ms(created_at))
    from written
    where status = 'complete'
    group by 1, 2, 4, 5, 6, 7;
  end if;
  if tg_op <> 'INSERT' then
    insert into list_deltas (merchant, environment, list, part, status, channel, bucket, change, first_ms, last_ms)
    select merchant, environment, 'payments', ''::text, status, coalesce(channel, ''), kolo_minute(created_at),
      -count(*), 59999, 0
    from removed
    group by 1, 2, 4, 5, 6, 7;
    insert into list_deltas (merchant, environment, list, part, status, channel, bucket, change, first_ms, last_ms)
    select merchant, environment, 'payment_sums', ''::text, status, coalesce(channel, ''), kolo_minute(created_at),
      -sum(amount), 59999, 0
    from removed
    where status = 'complete'
    group by 1, 2, 4, 5, 6, 7;
  end if;
  return null;
end
$$;
create trigger count_insert after insert on payments referencing new table as written
  for each statement execute function count_payments();
create trigger count_update after update on payments referencing old table as removed new table as written
  for each statement execute function count_payments();
create trigger count_delete after delete on payments referencing old table as removed
  for each statement execute function count_payments();

create function count_refunds() returns trigger language plpgsql as $$
begin
  if tg_op <> 'DELETE' then
    insert into list_deltas (merchant, environment, list, part, status, channel, bucket, change, first_ms, last_ms)
    select merchant, environment, 'refunds', ''::text, status, ''::text, kolo_minute(created_at),
      count(*), min(kolo_ms(created_at)), max(kolo_ms(created_at))
    from written
    group by 1, 2, 4, 5, 6, 7;
  end if;
  if tg_op <> 'INSERT' then
    insert into list_deltas (merchant, environment, list, part, status, channel, bucket, change, first_ms, last_ms)
    select merchant, environment, 'refunds', ''::text, status, ''::text, kolo_minute(created_at),
      -count(*), 59999, 0
    from removed
    group by 1, 2, 4, 5, 6, 7;
  end if;
  return null;
end
$$;
create trigger count_insert after insert on refunds referencing new table as written
  for each statement execute function count_refunds();
create trigger count_update after update on refunds referencing old table as removed new table as written
  for each statement execute function count_refunds();
create trigger count_delete after delete on refunds referencing old table as removed
  for each statement execute function count_refunds();

create function count_payment_links() returns trigger language plpgsql as $$
begin
  if tg_op <> 'DELETE' then
    insert into list_deltas (merchant, environment, list, part, status, channel, bucket, change, first_ms, last_ms)
    select merchant, environment, 'payment_links', ''::text, active::text, ''::text, kolo_minute(created_at),
      count(*), min(kolo_ms(created_at)), max(kolo_ms(created_at))
    from written
    group by 1, 2, 4, 5, 6, 7;
  end if;
  if tg_op <> 'INSERT' then
    insert into list_deltas (merchant, environment, list, part, status, channel, bucket, change, first_ms, last_ms)
    select merchant, environment, 'payment_links', ''::text, active::text, ''::text, kolo_minute(created_at),
      -count(*), 59999, 0
    from removed
    group by 1, 2, 4, 5, 6, 7;
  end if;
  return null;
end
$$;
create trigger count_insert after insert on payment_links referencing new table as written
  for each statement execute function count_payment_links();
create trigger count_update after update on payment_links referencing old table as removed new table as written
  for each statement execute function count_payment_links();
create trigger count_delete after delete on payment_links referencing old table as removed
  for each statement execute function count_payment_links();

create function count_beneficiaries() returns trigger language plpgsql as $$
begin
  if tg_op <> 'DELETE' then
    insert into list_deltas (merchant, environment, list, part, status, channel, bucket, change, first_ms, last_ms)
    select merchant, environment, 'beneficiaries', ''::text, type, country, kolo_minute(created_at),
      count(*), min(kolo_ms(created_at)), max(kolo_ms(created_at))
    from written
    where listed and deleted_at is null
    group by 1, 2, 4, 5, 6, 7;
  end if;
  if tg_op <> 'INSERT' then
    insert into list_deltas (merchant, environment, list, part, status, channel, bucket, change, first_ms, last_ms)
    select merchant, environment, 'beneficiaries', ''::text, type, country, kolo_minute(created_at),
      -count(*), 59999, 0
    from removed
    where listed and deleted_at is null
    group by 1, 2, 4, 5, 6, 7;
  end if;
  return null;
end
$$;
create trigger count_insert after insert on beneficiaries referencing new table as written
  for each statement execute function count_beneficiaries();
create trigger count_update after update on beneficiaries referencing old table as removed new table as written
  for each statement execute function count_beneficiaries();
create trigger count_delete after delete on beneficiaries referencing old table as removed
  for each statement execute function count_beneficiaries();

create function count_customers() returns trigger language plpgsql as $$
begin
  if tg_op <> 'DELETE' then
    insert into list_deltas (merchant, environment, list, part, status, channel, bucket, change, first_ms, last_ms)
    select merchant, environment, 'customers', ''::text, ''::text, ''::text, kolo_minute(created_at),
      count(*), min(kolo_ms(created_at)), max(kolo_ms(created_at))
    from written
    where deleted_at is null
    group by 1, 2, 4, 5, 6, 7;
  end if;
  if tg_op <> 'INSERT' then
    insert into list_deltas (merchant, environment, list, part, status, channel, bucket, change, first_ms, last_ms)
    select merchant, environment, 'customers', ''::text, ''::text, ''::text, kolo_minute(created_at),
      -count(*), 59999, 0
    from removed
    where deleted_at is null
    group by 1, 2, 4, 5, 6, 7;
  end if;
  return null;
end
$$;
create trigger count_insert after insert on customers referencing new table as written
  for each statement execute function count_customers();
create trigger count_update after update on customers referencing old table as removed new table as written
  for each statement execute function count_customers();
create trigger count_delete after delete on customers referencing old table as removed
  for each statement execute function count_customers();

create function count_entries() returns trigger language plpgsql as $$
begin
  if tg_op <> 'DELETE' then
    insert into list_deltas (merchant, environment, list, part, status, channel, bucket, change, first_ms, last_ms)
    select merchant, environment, 'movements', currency, ''::text, ''::text, id / 1000,
      count(*), 0, 59999
    from written
    where debit = 'available' or credit = 'available'
    group by 1, 2, 4, 5, 6, 7;
  end if;
  if tg_op <> 'INSERT' then
    insert into list_deltas (merchant, environment, list, part, status, channel, bucket, change, first_ms, last_ms)
    select merchant, environment, 'movements', currency, ''::text, ''::text, id / 1000,
      -count(*), 59999, 0
    from removed
    where debit = 'available' or credit = 'available'
    group by 1, 2, 4, 5, 6, 7;
  end if;
  return null;
end
$$;
create trigger count_insert after insert on entries referencing new table as written
  for each statement execute function count_entries();
create trigger count_delete after delete on entries referencing old table as removed
  for each statement execute function count_entries();

create function count_events() returns trigger language plpgsql as $$
begin
  if tg_op <> 'DELETE' then
    insert into list_deltas (merchant, environment, list, part, status, channel, bucket, change, first_ms, last_ms)
    select merchant, environment, 'events', ''::text, ''::text, type, kolo_minute(created_at),
      count(*), min(kolo_ms(created_at)), max(kolo_ms(created_at))
    from written
    group by 1, 2, 4, 5, 6, 7;
  end if;
  if tg_op <> 'INSERT' then
    insert into list_deltas (merchant, environment, list, part, status, channel, bucket, change, first_ms, last_ms)
    select merchant, environment, 'events', ''::text, ''::text, type, kolo_minute(created_at),
      -count(*), 59999, 0
    from removed
    group by 1, 2, 4, 5, 6, 7;
  end if;
  return null;
end
$$;
create trigger count_insert after insert on events referencing new table as written
  for each statement execute function count_events();
create trigger count_delete after delete on events referencing old table as removed
  for each statement execute function count_events();

create function count_webhooks() returns trigger language plpgsql as $$
begin
  if tg_op <> 'DELETE' then
    insert into list_deltas (merchant, environment, list, part, status, channel, bucket, change, first_ms, last_ms)
    select merchant, environment, 'webhooks', ''::text, ''::text, ''::text, kolo_minute(created_at),
      count(*), min(kolo_ms(created_at)), max(kolo_ms(created_at))
    from written
    where deleted_at is null
    group by 1, 2, 4, 5, 6, 7;
  end if;
  if tg_op <> 'INSERT' then
    insert into list_deltas (merchant, environment, list, part, status, channel, bucket, change, first_ms, last_ms)
    select merchant, environment, 'webhooks', ''::text, ''::text, ''::text, kolo_minute(created_at),
      -count(*), 59999, 0
    from removed
    where deleted_at is null
    group by 1, 2, 4, 5, 6, 7;
  end if;
  return null;
end
$$;
create trigger count_insert after insert on webhooks referencing new table as written
  for each statement execute function count_webhooks();
create trigger count_update after update on webhooks referencing old table as removed new table as written
  for each statement execute function count_webhooks();
create trigger count_delete after delete on webhooks referencing old table as removed
  for each statement execute function count_webhooks();

create function count_open_deliveries() returns trigger language plpgsql as $$
begin
  if tg_op <> 'DELETE' then
    insert into list_deltas (merchant, environment, list, part, status, channel, bucket, change, first_ms, last_ms)
    select merchant, environment, 'deliveries', webhook, 'open', type, kolo_minute(created_at),
      count(*), min(kolo_ms(created_at)), max(kolo_ms(created_at))
    from written
    group by 1, 2, 4, 5, 6, 7;
  end if;
  if tg_op <> 'INSERT' then
    insert into list_deltas (merchant, environment, list, part, status, channel, bucket, change, first_ms, last_ms)
    select merchant, environment, 'deliveries', webhook, 'open', type, kolo_minute(created_at),
      -count(*), 59999, 0
    from removed
    group by 1, 2, 4, 5, 6, 7;
  end if;
  return null;
end
$$;
create trigger count_insert after insert on open_deliveries referencing new table as written
  for each statement execute function count_open_deliveries();
create trigger count_delete after delete on open_deliveries referencing old table as removed
  for each statement execute function count_open_deliveries();

create function count_ended_deliveries() returns trigger language plpgsql as $$
begin
  if tg_op <> 'DELETE' then
    insert into list_deltas (merchant, environment, list, part, status, channel, bucket, change, first_ms, last_ms)
    select merchant, environment, 'deliveries', webhook, state, type, kolo_minute(created_at),
      count(*), min(kolo_ms(created_at)), max(kolo_ms(created_at))
    from written
    group by 1, 2, 4, 5, 6, 7;
  end if;
  if tg_op <> 'INSERT' then
    insert into list_deltas (merchant, environment, list, part, status, channel, bucket, change, first_ms, last_ms)
    select merchant, environment, 'deliveries', webhook, state, type, kolo_minute(created_at),
      -count(*), 59999, 0
    from removed
    group by 1, 2, 4, 5, 6, 7;
  end if;
  return null;
end
$$;
create trigger count_insert after insert on ended_deliveries referencing new table as written
  for each statement execute function count_ended_deliveries();
create trigger count_delete after delete on ended_deliveries referencing old table as removed
  for each statement execute function count_ended_deliveries();

create or replace view list_rows with (security_invoker) as
  select merchant, environment, 'transfers'::text as list,
    ''::text as part, status as status, channel as channel, kolo_minute(created_at) as bucket,
    1::bigint as weight, created_at as at
  from transfers
  union all
  select merchant, environment, 'transfer_sums'::text as list,
    ''::text as part, status as status, channel as channel, kolo_minute(created_at) as bucket,
    amount::bigint as weight, created_at as at
  from transfers
  where status = 'complete'
  union all
  select merchant, environment, 'bulk_transfers'::text as list,
    ''::text as part, ''::text as status, ''::text as channel, kolo_minute(created_at) as bucket,
    1::bigint as weight, created_at as at
  from bulk_transfers
  union all
  select merchant, environment, 'payments'::text as list,
    ''::text as part, status as status, coalesce(channel, '') as channel, kolo_minute(created_at) as bucket,
    1::bigint as weight, created_at as at
  from payments
  union all
  select merchant, environment, 'payment_sums'::text as list,
    ''::text as part, status as status, coalesce(channel, '') as channel, kolo_minute(created_at) as bucket,
    amount::bigint as weight, created_at as at
  from payments
  where status = 'complete'
  union all
  select merchant, environment, 'refunds'::text as list,
    ''::text as part, status as status, ''::text as channel, kolo_minute(created_at) as bucket,
    1::bigint as weight, created_at as at
  from refunds
  union all
  select merchant, environment, 'payment_links'::text as list,
    ''::text as part, active::text as status, ''::text as channel, kolo_minute(created_at) as bucket,
    1::bigint as weight, created_at as at
  from payment_links
  union all
  select merchant, environment, 'beneficiaries'::text as list,
    ''::text as part, type as status, country as channel, kolo_minute(created_at) as bucket,
    1::bigint as weight, created_at as at
  from beneficiaries
  where listed and deleted_at is null
  union all
  select merchant, environment, 'customers'::text as list,
    ''::text as part, ''::text as status, ''::text as channel, kolo_minute(created_at) as bucket,
    1::bigint as weight, created_at as at
  from customers
  where deleted_at is null
  union all
  select merchant, environment, 'movements'::text as list,
    currency as part, ''::text as status, ''::text as channel, id / 1000 as bucket,
    1::bigint as weight, null::timestamptz as at
  from entries
  where debit = 'available' or credit = 'available'
  union all
  select merchant, environment, 'events'::text as list,
    ''::text as part, ''::text as status, type as channel, kolo_minute(created_at) as bucket,
    1::bigint as weight, created_at as at
  from events
  union all
  select merchant, environment, 'webhooks'::text as list,
    ''::text as part, ''::text as status, ''::text as channel, kolo_minute(created_at) as bucket,
    1::bigint as weight, created_at as at
  from webhooks
  where deleted_at is null
  union all
  select merchant, environment, 'deliveries'::text as list,
    webhook as part, 'open' as status, type as channel, kolo_minute(created_at) as bucket,
    1::bigint as weight, created_at as at
  from open_deliveries
  union all
  select merchant, environment, 'deliveries'::text as list,
    webhook as part, state as status, type as channel, kolo_minute(created_at) as bucket,
    1::bigint as weight, created_at as at
  from ended_deliveries;
grant select on list_rows to kolo_engine;
