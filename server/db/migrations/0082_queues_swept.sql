-- Rows of queues live for a moment: what is left of them is swept out after so many, not after a share of a table that is
-- meant to be small, and without pauses. A claim that finds room on its page changes no index.
alter table outbox set (
  autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_cost_delay = 0
);
alter table deliveries_open set (
  fillfactor = 45,
  autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_cost_delay = 0
);
alter table list_deltas set (
  autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_cost_delay = 0
);
