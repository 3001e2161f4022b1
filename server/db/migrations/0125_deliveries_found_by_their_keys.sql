-- Of the index that lets an event have one delivery for each webhook only the event is a way to find rows. PostgreSQL 18 also
-- takes an index whose first column is not asked for, and reads all of it: what it thought was a small queue when it made its
-- plan was ten thousand deliveries, and recording a group of them took two seconds instead of ten milliseconds.
drop index deliveries_open_by_event;
create unique index deliveries_open_by_event on deliveries_open (event, (webhook || ''));
