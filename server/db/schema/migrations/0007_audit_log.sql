-- The audit logs: every privileged action, with its actor and subject. Append-only.

-- Actions on a merchant's data. The hash of each row covers the row before it of the same merchant.
create table audit_log (
  merchant text collate "C" not null references merchants,
  id text collate "C" not null,
  number bigint not null check (number > 0),
  environment text collate "C" check (environment in ('test', 'live')),
  actor text not null,
  action text not null,
  subject text,
  before json,
  after json,
  created_at timestamptz not null,
  previous_hash bytea not null,
  hash bytea not null,
  primary key (merchant, number),
  unique (merchant, id)
);
alter table audit_log enable row level security;
alter table audit_log force row level security;
create policy own_rows on audit_log for select to kolo_api using (merchant = current_setting('kolo.merchant', true));
-- An API operation that a person runs from the dashboard (a refund, a cancellation) is logged in its own transaction, as
-- kolo_api. That role may add these actions of a person to its merchant's log, and nothing else.
create policy own_actions on audit_log for insert to kolo_api with check (
  merchant = current_setting('kolo.merchant', true)
  and environment = current_setting('kolo.environment', true)
  and starts_with(actor, 'user:per_')
  and action in (
    'refund.created', 'transfer.canceled', 'payment.canceled', 'beneficiary.updated', 'beneficiary.deleted',
    'webhook.created', 'webhook.updated', 'webhook.deleted', 'webhook.secret_rotated', 'webhook.secret_confirmed',
    'webhook.secret_canceled', 'webhook.replayed', 'delivery.retried'
  )
);
create policy every_row on audit_log to kolo_engine using (true) with check (true);
grant select, insert on audit_log to kolo_api, kolo_engine;

-- A new row must continue the merchant's chain, whoever writes it. The service computes the hash, and the audit checks it.
create function kolo_check_audit_chain() returns trigger
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
create trigger check_audit_chain before insert on audit_log for each row execute function kolo_check_audit_chain();

-- Actions that concern no merchant: a chain of the same form for the platform operators. A merchant's request sees none of it.
create table platform_operator_audit_log (
  id text collate "C" not null unique,
  number bigint primary key check (number > 0),
  environment text collate "C" check (environment in ('test', 'live')),
  actor text not null,
  action text not null,
  subject text,
  before json,
  after json,
  created_at timestamptz not null,
  previous_hash bytea not null,
  hash bytea not null
);
grant select, insert on platform_operator_audit_log to kolo_engine;
