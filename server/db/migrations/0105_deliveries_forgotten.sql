-- Deliveries that ended long ago are taken away with their attempts. Of each webhook it is kept how many it was owed are gone,
-- and that they all had ended by then: so that the audit still misses every one that is not there.
create table deliveries_forgotten (
  merchant text collate "C" not null,
  environment text collate "C" not null check (environment in ('test', 'live')),
  webhook text collate "C" not null,
  -- What nobody was owed, because somebody had asked for a replay, is not counted.
  count bigint not null check (count > 0),
  ended_before timestamptz not null,
  primary key (merchant, environment, webhook)
);
select kolo_protect('deliveries_forgotten', 'select, insert, update');
revoke insert, update on deliveries_forgotten from kolo_api;

-- An attempt may go when it is old, and only then: as long as a delivery may be sent again every attempt at it is there,
-- whatever the code says.
grant delete on delivery_attempts to kolo_engine;
create policy old_rows on delivery_attempts as restrictive for delete to kolo_engine
  using (attempted_at < now() - interval '30 days');
