-- What is due is looked for by provider, too: one that hangs stands before nobody else's orders.
create index attempts_due_by_provider on attempts (environment, provider, merchant, due_at) where due_at is not null;
drop index attempts_due;
