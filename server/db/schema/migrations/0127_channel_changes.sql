-- Changes of channels at run time, by the platform operator. A row has everything that differs from the catalogue from then on; the
-- latest row of a channel counts, and the rows before are its history.
create table channel_changes (
  number bigint generated always as identity primary key,
  channel text collate "C" not null,
  -- Minor units. Null: the catalogue's.
  minimum bigint check (minimum between 1 and 9007199254740991),
  maximum bigint check (maximum between 1 and 9007199254740991),
  -- Empty: no code. Null: the catalogue's.
  dial_code text,
  is_off boolean not null,
  -- Why it was changed.
  note text not null check (note <> ''),
  created_at timestamptz not null,
  created_by text not null,
  check (minimum <= maximum)
);
create index channel_changes_by_channel on channel_changes (channel, number);
grant select, insert on channel_changes to kolo_engine;
