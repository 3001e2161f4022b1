-- Every reference between two rows is a foreign key again. A group's transaction has each merchant's rows in cache, and the
-- figures of a bulk leave room for what the checks cost. The last step checks the rows that exist: here it would lock the tables
-- against writes for the length of the scan.
alter table beneficiaries add foreign key (merchant) references merchants (id) not valid;

alter table transfers
  add foreign key (merchant, environment, beneficiary) references beneficiaries (merchant, environment, id) not valid,
  -- A bulk's own row has its totals and is written last.
  add foreign key (merchant, environment, bulk) references bulk_transfers (merchant, environment, id)
    deferrable initially deferred not valid;

alter table payments add foreign key (merchant, environment, link) references payment_links (merchant, environment, id) not valid;

alter table attempts
  add foreign key (merchant) references merchants (id) not valid,
  add foreign key (connection) references provider_accounts (id) not valid;
alter table visits add foreign key (merchant, environment, attempt) references attempts (merchant, environment, id) not valid;
alter table statement_lines add foreign key (merchant, environment, attempt) references attempts (merchant, environment, id) not valid;

alter table entries
  add foreign key (merchant, environment, currency, debit) references accounts (merchant, environment, currency, name) not valid,
  add foreign key (merchant, environment, currency, credit) references accounts (merchant, environment, currency, name) not valid;

alter table events add foreign key (merchant, environment) references feeds (merchant, environment) not valid;
alter table outbox add foreign key (merchant, environment) references feeds (merchant, environment) not valid;
alter table feed add foreign key (merchant, environment, event) references events (merchant, environment, id) not valid;

alter table webhook_health add foreign key (merchant, environment, webhook) references webhooks (merchant, environment, id) not valid;
alter table webhook_subscriptions
  add foreign key (merchant, environment, webhook) references webhooks (merchant, environment, id) not valid;
alter table deliveries_open
  add foreign key (merchant, environment, webhook) references webhooks (merchant, environment, id) not valid,
  add foreign key (merchant, environment, event) references events (merchant, environment, id) not valid;
alter table deliveries_ended
  add foreign key (merchant, environment, webhook) references webhooks (merchant, environment, id) not valid,
  add foreign key (merchant, environment, event) references events (merchant, environment, id) not valid;
alter table deliveries_forgotten
  add foreign key (merchant, environment, webhook) references webhooks (merchant, environment, id) not valid;
alter table delivery_attempts
  add foreign key (merchant, environment, webhook) references webhooks (merchant, environment, id) not valid;

alter table holders_seen add foreign key (person) references persons (id) not valid;
alter table passkey_challenges add foreign key (person) references persons (id) not valid;
alter table requests add foreign key (merchant) references merchants (id) not valid;
