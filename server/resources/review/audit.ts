import type { AuditCheck } from "#db/audit.ts";
import { sql } from "#db/tx.ts";

export const reviewChecks: readonly AuditCheck[] = [
  {
    promise: "an attempt is in review exactly while it has an open review",
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
];
