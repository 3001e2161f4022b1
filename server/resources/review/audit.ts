import type { Check } from "#db/audit.ts";
import { sql } from "#db/tx.ts";

export const reviewChecks: readonly Check[] = [
  {
    promise: "an attempt waits for a person exactly as long as there is an open review of it",
    broken: sql`
      select a.merchant, a.environment, a.id, a.state, r.open
      from attempts a
      left join lateral (
        select count(*) filter (where state = 'open') as open
        from reviews
        where (merchant, environment, attempt) = (a.merchant, a.environment, a.id)
      ) r on true
      where (a.state = 'review' and r.open <> 1)
        or (a.state in ('waiting', 'sent', 'canceled') and r.open <> 0)`,
  },
  {
    promise: "a correction follows a person's decision, and none is left out",
    broken: sql`
      select e.merchant, e.environment, e.subject, e.amount, r.resolution
      from entries e
      left join reviews r on (r.merchant, r.environment, r.id) = (e.merchant, e.environment, e.subject)
      where e.kind = 'correct'
        and e.subject like 'rvw\\_%'
        and (r.resolution is null or r.resolution not in ('correct', 'absorb'))
      union all
      select r.merchant, r.environment, r.id, null, r.resolution
      from reviews r
      left join entries e on (e.merchant, e.environment, e.subject) = (r.merchant, r.environment, r.id)
      where r.resolution in ('correct', 'absorb') and e.id is null`,
  },
];
