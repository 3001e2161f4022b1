-- Events that wait for their places, a dozen to a row and in their order: they are written together and taken together.

-- The owner of the tables, who fills the new column, sees their rows while this lasts.
alter table outbox no force row level security;
alter table events no force row level security;

-- Of each: `event`, `type`, `resource`, `sequence`.
alter table outbox add column events json;
update outbox o
set events = json_build_array(
  json_build_object('event', o.event, 'type', o.type, 'resource', e.resource, 'sequence', e.sequence)
)
from events e
where (e.merchant, e.environment, e.id) = (o.merchant, o.environment, o.event);
alter table outbox drop column event, drop column type, alter column events set not null;

alter table outbox force row level security;
alter table events force row level security;
