-- How a channel does over an account: counts by the minute, and whether it is paused. Nothing of a merchant is in them.
create table channel_counts (
  connection text collate "C" not null references provider_accounts,
  channel text collate "C" not null,
  minute timestamptz not null,
  good integer not null,
  bad integer not null,
  primary key (connection, channel, minute)
) with (fillfactor = 50);
create table channel_health (
  connection text collate "C" not null references provider_accounts,
  channel text collate "C" not null,
  state text not null check (state in ('open', 'paused', 'stopped')),
  paused_until timestamptz,
  pauses integer not null,
  probes_good integer not null,
  since timestamptz,
  reason text,
  primary key (connection, channel),
  check ((state = 'paused') = (paused_until is not null))
);
grant select on channel_counts, channel_health to kolo_api;
grant select, insert, update, delete on channel_counts to kolo_engine;
grant select, insert, update on channel_health to kolo_engine;
