-- When the merchant blocked the customer; null: the customer may pay.
alter table customers add column blocked_at timestamptz;
