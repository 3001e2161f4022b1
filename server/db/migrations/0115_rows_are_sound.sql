-- What every row must be is asked in one function for each of the tables that a transfer or a payment is written to. PostgreSQL
-- keeps a constraint as text and reads it again for every statement: eleven of them took half the time of writing one
-- transfer, and a function's plan stays. A condition of its own each, they took longer for many rows, too.
--
-- The rules are those there were (0003 to 0104). Null is no violation, as in any constraint. What is there fulfils them, so nothing
-- is read again: `not valid` speaks of old rows alone.

create function kolo_is_sound(it accounts) returns boolean
language plpgsql immutable as $$
begin
  return it.environment in ('test', 'live')
    and it.currency ~ '^[A-Z]{3}$'
    and it.balance between -9007199254740991 and 9007199254740991
    and (it.balance >= 0 or it.name not in ('available', 'reserved'));
end
$$;

create function kolo_is_sound(it transfers) returns boolean
language plpgsql immutable as $$
begin
  return it.environment in ('test', 'live')
    and it.currency ~ '^[A-Z]{3}$'
    and it.amount between 1 and 9007199254740991
    and it.fee >= 0
    and it.amount_total = it.amount + it.fee
    and it.status in ('pending', 'processing', 'complete', 'failed', 'canceled')
    and (it.completed_at is not null) = (it.status = 'complete')
    and (it.failure_reason is not null) = (it.status = 'failed')
    and (
      it.approval is null
      or it.approval in ('waiting', 'approved', 'rejected', 'canceled')
        and (it.approval <> 'waiting' or it.status = 'pending')
        and (it.approval not in ('rejected', 'canceled') or it.status = 'canceled')
    );
end
$$;

create function kolo_is_sound(it payments) returns boolean
language plpgsql immutable as $$
begin
  return it.environment in ('test', 'live')
    and it.currency ~ '^[A-Z]{3}$'
    and it.amount between 1 and 9007199254740991
    and it.fee between 0 and it.amount
    and it.amount_refunded between 0 and it.amount
    and it.amount_refunding between it.amount_refunded and it.amount
    and it.status in ('pending', 'processing', 'complete', 'failed', 'canceled', 'expired')
    and (it.channel is not null or it.status not in ('processing', 'complete', 'failed'))
    and (it.completed_at is not null) = (it.status = 'complete')
    and (it.failure_reason is not null or it.status <> 'failed')
    and (it.failure_code is null) = (it.failure_reason is null)
    and (it.amount_refunding = 0 or it.status = 'complete');
end
$$;

create function kolo_is_sound(it attempts) returns boolean
language plpgsql immutable as $$
begin
  return it.environment in ('test', 'live')
    and it.kind in ('transfer', 'collect', 'refund')
    and it.amount > 0
    and it.state in ('waiting', 'sent', 'complete', 'failed', 'canceled', 'review')
    and (it.sent_at is null or it.provider_reference is not null and it.state <> 'canceled')
    and (it.due_at is null or it.state <> 'canceled')
    and (it.ended_at is not null) = (it.state in ('complete', 'failed', 'canceled'));
end
$$;

do $$
declare
  target regclass;
  rule name;
begin
  foreach target in array '{accounts,transfers,payments,attempts}'::regclass[] loop
    for rule in select conname from pg_constraint where conrelid = target and contype = 'c' loop
      execute format('alter table %s drop constraint %I', target, rule);
    end loop;
    execute format('alter table %s add constraint %I check (kolo_is_sound(%s)) not valid', target, target || '_are_sound', target);
  end loop;
end
$$;
