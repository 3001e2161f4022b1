-- Every reference between two rows is a foreign key again. A group's transaction has each merchant's rows in cache, and the
-- figures of a bulk leave room for what the checks cost.
alter table beneficiaries add foreign key (merchant) references merchants (id);

alter table transfers
  add foreign key (merchant, environment, beneficiary) references beneficiaries (merchant, environment, id),
  -- A bulk's own row has its totals and is written last.
  add foreign key (merchant, environment, bulk) references bulk_transfers (merchant, environment, id)
    deferrable initially deferred;

alter table payments add foreign key (merchant, environment, link) references payment_links (merchant, environment, id);

alter table attempts
  add foreign key (merchant) references merchants (id),
  add foreign key (connection) references provider_accounts (id);
alter table visits add foreign key (merchant, environment, attempt) references attempts (merchant, environment, id);
alter table statement_lines add foreign key (merchant, environment, attempt) references attempts (merchant, environment, id);

alter table entries
  add foreign key (merchant, environment, currency, debit) references accounts (merchant, environment, currency, name),
  add foreign key (merchant, environment, currency, credit) references accounts (merchant, environment, currency, name);

alter table events add foreign key (merchant, environment) references feeds (merchant, environment);
alter table outbox add foreign key (merchant, environment) references feeds (merchant, environment);
alter table feed add foreign key (merchant, environment, event) references events (merchant, environment, id);

alter table webhook_health add foreign key (merchant, environment, webhook) references webhooks (merchant, environment, id);
alter table webhook_subscriptions
  add foreign key (merchant, environment, webhook) references webhooks (merchant, environment, id);
alter table deliveries_open
  add foreign key (merchant, environment, webhook) references webhooks (merchant, environment, id),
  add foreign key (merchant, environment, event) references events (merchant, environment, id);
alter table deliveries_ended
  add foreign key (merchant, environment, webhook) references webhooks (merchant, environment, id),
  add foreign key (merchant, environment, event) references events (merchant, environment, id);
alter table deliveries_forgotten
  add foreign key (merchant, environment, webhook) references webhooks (merchant, environment, id);
alter table delivery_attempts
  add foreign key (merchant, environment, webhook) references webhooks (merchant, environment, id);

alter table holders_seen add foreign key (person) references persons (id);
alter table passkey_challenges add foreign key (person) references persons (id);
alter table requests add foreign key (merchant) references merchants (id);
