import type { AuditCheck } from "#db/audit.ts";
import { sql } from "#db/tx.ts";

export const fundsChecks: readonly AuditCheck[] = [
  {
    // Excludes the test money of a new merchant, because it is not a privileged action.
    promise: "every top-up has an audit log entry with its amount, and every such entry is booked",
    broken: sql`
      select
        coalesce(e.merchant, a.merchant) as merchant, coalesce(e.environment, a.environment) as environment,
        coalesce(e.subject, a.subject) as subject, e.amount, e.currency, a.after as logged
      from (select * from entries where kind = 'fund') e
      full join (
        select *
        from audit_log
        where action = 'funds.added' or action = 'correction.approved' and after->>'kind' = 'fund'
      ) a
        on (a.merchant, a.environment, a.subject) = (e.merchant, e.environment, e.subject)
      where e.id is null
        or (a.id is null and e.environment = 'live')
        or a.after->>'amount' <> e.amount::text
        or a.after->>'currency' <> e.currency`,
  },
];
