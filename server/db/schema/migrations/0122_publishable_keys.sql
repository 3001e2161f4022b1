-- Publishable keys, for browsers and apps: each has a list of origins and app schemes, which may be empty.
alter table keys drop constraint keys_kind_check;
alter table keys
  add constraint keys_kind_check check (kind in ('public', 'private', 'publishable')),
  add column origins text[],
  add constraint keys_origins_check check ((origins is not null) = (kind = 'publishable'));

-- The publishable key that created a payment. Its page must not show what the merchant has stored about the payer.
alter table payments add column publishable_key text collate "C";
-- `not valid`: every row has a null key here, so there is nothing to read.
alter table payments
  add constraint payments_publishable_key_fkey foreign key (merchant, environment, publishable_key) references keys not valid;
