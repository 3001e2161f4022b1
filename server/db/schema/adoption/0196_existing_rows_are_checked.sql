-- Checks the existing rows against the constraints that were added as `not valid`. This reads each table, and blocks neither reads
-- nor writes.
alter table beneficiaries validate constraint beneficiaries_merchant_fkey;
alter table transfers
  validate constraint transfers_merchant_environment_beneficiary_fkey,
  validate constraint transfers_merchant_environment_bulk_fkey;
alter table payments validate constraint payments_merchant_environment_link_fkey;
alter table attempts
  validate constraint attempts_merchant_fkey,
  validate constraint attempts_connection_fkey;
alter table visits validate constraint visits_merchant_environment_attempt_fkey;
alter table statement_lines
  validate constraint statement_lines_merchant_environment_attempt_fkey,
  validate constraint statement_lines_exception_check;
alter table entries
  validate constraint entries_merchant_environment_currency_debit_fkey,
  validate constraint entries_merchant_environment_currency_credit_fkey;
alter table events validate constraint events_merchant_environment_fkey;
alter table outbox validate constraint outbox_merchant_environment_fkey;
alter table feed validate constraint feed_merchant_environment_event_fkey;
alter table webhook_health validate constraint webhook_health_merchant_environment_webhook_fkey;
alter table webhook_subscriptions validate constraint webhook_subscriptions_merchant_environment_webhook_fkey;
alter table deliveries_open
  validate constraint deliveries_open_merchant_environment_webhook_fkey,
  validate constraint deliveries_open_merchant_environment_event_fkey;
alter table deliveries_ended
  validate constraint deliveries_ended_merchant_environment_webhook_fkey,
  validate constraint deliveries_ended_merchant_environment_event_fkey;
alter table deliveries_forgotten validate constraint deliveries_forgotten_merchant_environment_webhook_fkey;
alter table delivery_attempts validate constraint delivery_attempts_merchant_environment_webhook_fkey;
alter table holders_seen validate constraint holders_seen_person_fkey;
alter table passkey_challenges validate constraint passkey_challenges_person_fkey;
alter table requests validate constraint requests_merchant_fkey;
alter table refunds
  validate constraint refunds_approval_check,
  validate constraint refunds_check2,
  validate constraint refunds_check3;
