import type { AuditCheck } from "#db/audit.ts";
import { sql } from "#db/tx.ts";

export const eventChecks: readonly AuditCheck[] = [
  {
    promise: "the events of a resource are numbered 1, 2, 3 without gaps",
    broken: sql`
      select merchant, environment, resource, count(*) as events, max(sequence) as last
      from events
      group by merchant, environment, resource
      having count(*) <> max(sequence) or min(sequence) <> 1`,
  },
  {
    promise: "every event is published once, or waits to be published",
    broken: sql`
      select e.merchant, e.environment, e.id, o.number as waiting, f.position as published
      from events e
      left join (
        select merchant, environment, number, bundled->>'event' as event
        from outbox
        cross join lateral json_array_elements(events) as bundled
      ) o on (o.merchant, o.environment, o.event) = (e.merchant, e.environment, e.id)
      left join feed f on (f.merchant, f.environment, f.event) = (e.merchant, e.environment, e.id)
      where (o.number is null) = (f.position is null)`,
  },
  {
    promise: "a feed has every position from 1 to its last",
    broken: sql`
      select merchant, environment, last_position, count(f.position) as positions
      from feeds
      left join feed f using (merchant, environment)
      group by merchant, environment, last_position
      having count(f.position) <> last_position or coalesce(max(f.position), 0) <> last_position`,
  },
];
