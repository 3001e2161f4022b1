-- One transfer alone, in one call: what is written in sets elsewhere, row by row. A statement costs PostgreSQL about as much as the
-- row it writes, and where one transfer is asked for at a time nobody shares that cost (decision 23). Each room writes its own rows,
-- as its `store.ts` does for sets; `transfers/write.test.ts` compares the two.

-- ledger: available -> reserved. The accounts in key order, and behind all else that the transaction writes.
create function kolo_hold(merchant text, environment text, currency text, subject text, amount bigint, at timestamptz) returns bigint
language plpgsql as $$
declare
  available bigint;
  reserved bigint;
  entry bigint;
begin
  update accounts a
  set balance = a.balance - kolo_hold.amount
  where a.merchant = kolo_hold.merchant and a.environment = kolo_hold.environment and a.currency = kolo_hold.currency
    and a.name = 'available'
  returning a.balance into available;
  update accounts a
  set balance = a.balance + kolo_hold.amount
  where a.merchant = kolo_hold.merchant and a.environment = kolo_hold.environment and a.currency = kolo_hold.currency
    and a.name = 'reserved'
  returning a.balance into reserved;
  if available is null or reserved is null then
    perform kolo_expect(false, 'every account that is moved exists');
  end if;
  insert into entries (
    merchant, environment, currency, kind, subject, debit, credit, amount, debit_balance, credit_balance, created_at
  )
  values (merchant, environment, currency, 'hold', subject, 'available', 'reserved', amount, available, reserved, at)
  returning id into entry;
  insert into list_deltas (merchant, environment, list, part, status, channel, slot, change)
  values (merchant, environment, 'movements', currency, '', '', entry / 1000, 1);
  return entry;
end
$$;

-- events: what happened, and that it waits to be published. `minute` and `ms` are those of `at`, as lists count (kolo_minute, kolo_ms).
create function kolo_record(
  merchant text, environment text, id text, type text, resource text, sequence integer, body text, at timestamptz,
  minute bigint, ms integer
) returns text
language plpgsql as $$
declare
  waiting text :=
    '[{"event":"' || id || '","type":"' || type || '","resource":"' || resource || '","sequence":' || sequence || '}]';
begin
  insert into events (merchant, environment, id, type, resource, sequence, body, created_at)
  values (merchant, environment, id, type, resource, sequence, body, at);
  insert into outbox (merchant, environment, events, size)
  values (merchant, environment, waiting::json, 1);
  insert into list_deltas (merchant, environment, list, part, status, channel, slot, change, first_ms, last_ms)
  values (merchant, environment, 'events', '', '', type, minute, 1, ms, ms);
  return id;
end
$$;

-- providers: the order to one of them, of a transfer.
create function kolo_open_attempt(
  merchant text, environment text, id text, subject text, channel text, provider text, amount bigint, currency text, receiver text,
  receiver_name text, bank_code text, country text, reference text, description text, connection text, expect_name text,
  due_at timestamptz, at timestamptz
) returns text
language plpgsql as $$
begin
  insert into attempts (
    merchant, environment, id, subject, kind, channel, provider, amount, currency, receiver, receiver_name, bank_code, country,
    reference, description, connection, expect_name, due_at, state, created_at
  )
  values (
    merchant, environment, id, subject, 'transfer', channel, provider, amount, currency, receiver, receiver_name, bank_code, country,
    reference, description, connection, expect_name, due_at, 'waiting', at
  );
  return id;
end
$$;

-- transfers: all of it, with the engine's rights. What was only remembered must be so still. Gives the time, as the beginning of
-- other transactions does.
create function kolo_accept_transfer(
  merchant text, environment text, id text, reference text, amount bigint, fee bigint, currency text, channel text,
  beneficiary text, beneficiary_sequence integer, rule_updated_at timestamptz, receiver text, receiver_name text, bank_code text,
  country text, description text, metadata json, attempt text, provider text, connection text, expect_name text,
  due_at timestamptz, event text, body text, at timestamptz, minute bigint, ms integer
) returns timestamptz
language plpgsql as $$
declare
  role text := set_config('role', 'kolo_engine', true);
  is_so boolean;
  done text;
  held bigint;
begin
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
