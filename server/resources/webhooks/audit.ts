import type { Check } from "#db/audit.ts";
import { sql } from "#db/tx.ts";

export const deliveryChecks: readonly Check[] = [
  {
    promise: "an event has at most one delivery for each webhook",
    broken: sql`
      select merchant, environment, webhook, event, count(*) as deliveries
      from (
        select merchant, environment, webhook, event from deliveries_open
        union all
        select merchant, environment, webhook, event from deliveries_ended
      ) as deliveries
      group by merchant, environment, webhook, event
      having count(*) > 1`,
  },
  {
    promise: "every attempt at a delivery is on record",
    broken: sql`
      select d.merchant, d.environment, d.webhook, d.id, d.attempts, count(a.number) as recorded
      from (
        select merchant, environment, webhook, id, attempts from deliveries_open
        union all
        select merchant, environment, webhook, id, attempts from deliveries_ended
      ) as d
      left join delivery_attempts a
        on (a.merchant, a.environment, a.webhook, a.delivery) = (d.merchant, d.environment, d.webhook, d.id)
      group by d.merchant, d.environment, d.webhook, d.id, d.attempts
      having count(a.number) <> d.attempts`,
  },
];
