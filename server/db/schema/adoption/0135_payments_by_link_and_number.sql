-- Payments are listed by the link they were begun through, and by the payer's number: the one they were made with, or were paid
-- from. The id comes last, so that a page of the newest and the count need the index alone.
create index payments_by_link on payments (merchant, environment, link, id) where link is not null;
create index payments_by_payer_phone on payments (merchant, environment, payer_phone, id) where payer_phone is not null;
create index payments_by_phone on payments (merchant, environment, phone, id) where phone is not null;
