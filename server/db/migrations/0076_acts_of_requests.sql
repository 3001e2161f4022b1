-- What a person does through an operation of the API (a refund, a cancellation) is written into the log of acts in its own
-- transaction, which runs as kolo_api. That role may add such an act, of a person, to its merchant's log, and nothing else;
-- it still changes and deletes none.
drop policy own_rows on acts;
create policy own_rows on acts for select to kolo_api using (merchant = current_setting('kolo.merchant', true));
create policy own_acts on acts for insert to kolo_api with check (
  merchant = current_setting('kolo.merchant', true)
  and environment = current_setting('kolo.environment', true)
  and starts_with(actor, 'user:per_')
  and act in ('refund.created', 'transfer.canceled', 'payment.canceled')
);
grant insert on acts to kolo_api;

-- Every act follows the last of its merchant, whoever writes it. The hash itself is computed, and audited, by the service.
create function kolo_act_follows() returns trigger
language plpgsql as $$
declare
  last record;
begin
  select number, hash into last from acts where merchant = new.merchant order by number desc limit 1;
  if new.number <> coalesce(last.number, 0) + 1
    or new.previous_hash <> coalesce(last.hash, decode(repeat('00', 32), 'hex'))
  then
    raise exception 'an act follows the last of its merchant';
  end if;
  return new;
end
$$;
create trigger act_follows before insert on acts for each row execute function kolo_act_follows();
