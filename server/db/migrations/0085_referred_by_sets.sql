-- What transfers refer to is looked for once a statement, not once a row. A foreign key asks the table it points to for each
-- row, and locks what it finds against being deleted: a fifth of what a bulk costs PostgreSQL. No role of the service may
-- delete what is referred to here and no statement changes a reference, so one look when it is written is as good; it
-- stands in the function that counts the rows, which has them at hand. `kolo audit` looks at all of them.
alter table transfers
  drop constraint transfers_merchant_environment_beneficiary_fkey,
  -- Its row is the last one a bulk's transaction writes: only the audit looks.
  drop constraint transfers_merchant_environment_bulk_fkey;
alter table beneficiaries drop constraint beneficiaries_merchant_fkey;

create or replace function count_transfers_insert() returns trigger language plpgsql as $$
begin
  if exists (
    select
    from written w
    where not exists (
      select from beneficiaries b where (b.merchant, b.environment, b.id) = (w.merchant, w.environment, w.beneficiary)
    )
  ) then
    raise foreign_key_violation using message = 'a transfer is for a beneficiary of its merchant and environment';
  end if;
  insert into list_deltas (merchant, environment, list, part, status, channel, slot, change)
  select merchant, environment, list, '', status, channel, kolo_minute(at), sum(change)
  from (
    select merchant, environment, 'transfers' as list, status, channel, created_at as at, count(*) as change
    from written
    group by 1, 2, 3, 4, 5, 6
    union all
    select merchant, environment, 'transfer_sums', status, channel, created_at, sum(amount)
    from written
    where status = 'complete'
    group by 1, 2, 3, 4, 5, 6
  ) as counted
  group by merchant, environment, list, status, channel, kolo_minute(at);
  return null;
end
$$;

create or replace function count_beneficiaries_insert() returns trigger language plpgsql as $$
begin
  if exists (
    select from (select distinct merchant from written) w where not exists (select from merchants m where m.id = w.merchant)
  ) then
    raise foreign_key_violation using message = 'a beneficiary is of a merchant';
  end if;
  insert into list_deltas (merchant, environment, list, part, status, channel, slot, change)
  select merchant, environment, 'beneficiaries', '', status, channel, kolo_minute(at), sum(change)
  from (
    select merchant, environment, type as status, country as channel, created_at as at, count(*) as change
    from written
    where listed and deleted_at is null
    group by 1, 2, 3, 4, 5
  ) as counted
  group by merchant, environment, status, channel, kolo_minute(at);
  return null;
end
$$;
