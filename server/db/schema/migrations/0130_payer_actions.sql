-- A payment may need another action of the payer than to confirm on the phone: to open a page of the provider, or to enter a one-time code.
alter table payments
  -- The provider's page, while the payer can still pay there.
  add column action_url text check (length(action_url) <= 2000),
  add check (action_url is null or status = 'processing') not valid;
alter table attempts
  -- The code that the payer entered, encrypted; removed when the attempt ends.
  add column otp text;
