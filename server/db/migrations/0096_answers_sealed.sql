-- An answer that holds a secret of a webhook or a bank account's number is kept sealed from here on, and sealed again when
-- the master key changes.
grant update (body) on idempotency_keys to kolo_engine;

-- Those kept in plain are dropped: the key to seal them with is not here. As the role that sees every row.
set local role kolo_engine;
delete from idempotency_keys
where status < 300 and (body like '%"secret":"whsec\_%' or body like '%"account_number":"%');
reset role;
