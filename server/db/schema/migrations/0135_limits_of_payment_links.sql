-- Limits of a payment link: the number of its payments, and their sum. Null: no limit.

alter table payment_links
  add column max_payments integer check (max_payments > 0),
  add column max_amount_collected bigint check (max_amount_collected > 0 and max_amount_collected <= 9007199254740991);

-- A link's totals, without a read of each payment.
create index payments_of_links on payments (merchant, environment, link, status) include (amount, amount_refunded, expires_at)
  where link is not null;
