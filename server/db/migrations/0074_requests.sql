-- What a merchant's programs asked for, and what they were answered: for whoever looks for a mistake. Never a body, never a
-- key, and no telephone number that can be read.

-- One request of a key. Kept for some days and so many of a merchant; at a rush not every one (`left_out`).
create table requests (
  -- Of the key, also where it acted for another merchant. No reference: the key was found through its merchant, and looking for
  -- the merchant again would cost as much as the row.
  merchant text collate "C" not null,
  environment text collate "C" not null check (environment in ('test', 'live')),
  -- The Request-Id of the answer. It begins with the instant it came in.
  id text collate "C" not null,
  key text collate "C" not null,
  -- Whom X-Sync named, where it did.
  acted_for text collate "C",
  method text collate "C" not null,
  -- As the interface writes the path, and the path itself: without the query, long numbers hidden.
  route text collate "C" not null,
  path text not null,
  status smallint not null check (status between 100 and 599),
  -- The kind of error, its message, and the names of the fields that were wrong.
  error text,
  message text,
  fields text,
  duration_ms real not null check (duration_ms >= 0),
  address text not null,
  -- So many requests of the same key, of about this moment, are not here.
  left_out integer not null check (left_out >= 0),
  created_at timestamptz not null,
  primary key (merchant, environment, id)
);
select kolo_protect('requests', 'select, insert, delete');
revoke insert, delete on requests from kolo_api;
