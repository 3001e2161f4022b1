-- Who may act for a merchant is looked up from both ends.
create index connections_by_connected on connections (connected, merchant);

-- When somebody last acted for another, without looking through all of their requests: few act for others at all.
create index requests_for_others on requests (merchant, acted_for, created_at) where acted_for is not null;
