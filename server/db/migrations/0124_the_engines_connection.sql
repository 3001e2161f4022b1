-- Transfers of one trip have a connection that is the engine's (decision 26): over it nothing is taken and given back each time, of
-- which half is done at the commit. The rest is as it was (0122).
create or replace function kolo_accept_transfer(
  merchant text, environment text, id text, reference text, amount bigint, fee bigint, currency text, channel text,
  beneficiary text, beneficiary_sequence integer, rule_updated_at timestamptz, receiver text, receiver_name text, bank_code text,
  country text, description text, metadata json, attempt text, provider text, connection text, expect_name text,
  due_at timestamptz, event text, body text, at timestamptz, minute bigint, ms integer
) returns timestamptz
language plpgsql as $$
declare
  is_so boolean;
  done text;
  held bigint;
begin
  if current_user <> 'kolo_engine' then
    perform set_config('role', 'kolo_engine', true);
  end if;
  select b.sequence = beneficiary_sequence and b.deleted_at is null into is_so
  from beneficiaries b
  where b.merchant = kolo_accept_transfer.merchant and b.environment = kolo_accept_transfer.environment
    and b.id = kolo_accept_transfer.beneficiary;
  if is_so is not true then
    perform kolo_still(false, 'a beneficiary');
  end if;
  if (
    select r.updated_at
    from approval_rules r
    where r.merchant = kolo_accept_transfer.merchant and r.environment = kolo_accept_transfer.environment
  ) is distinct from rule_updated_at then
    perform kolo_still(false, 'a rule about approvals');
  end if;
  insert into transfers (
    merchant, environment, id, reference, amount, fee, amount_total, currency, channel, beneficiary, receiver, description,
    metadata, status, sequence, created_at, updated_at
  )
  values (
    merchant, environment, id, reference, amount, fee, amount + fee, currency, channel, beneficiary, receiver, description,
    metadata, 'pending', 1, at, at
  );
  insert into list_deltas (merchant, environment, list, part, status, channel, slot, change, first_ms, last_ms)
  values (merchant, environment, 'transfers', '', 'pending', channel, minute, 1, ms, ms);
  done := kolo_open_attempt(
    merchant, environment, attempt, id, channel, provider, amount, currency, receiver, receiver_name, bank_code, country, reference,
    description, connection, expect_name, due_at, at
  );
  done := kolo_record(merchant, environment, event, 'transfer.created', id, 1, body, at, minute, ms);
  held := kolo_hold(merchant, environment, currency, id, amount + fee, at);
  return now();
end
$$;
