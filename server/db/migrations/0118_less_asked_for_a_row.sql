-- How many events a row of the outbox holds who writes it knows: PostgreSQL read each row's text a second time to count them.
alter table outbox alter column size drop expression, alter column size set not null;

-- Whose account an attempt goes over was looked for with each of them. No role of the service may delete an account, and no
-- statement changes which one an attempt has: `kolo audit` looks.
alter table attempts drop constraint attempts_connection_fkey;
