import type { AuditCheck } from "#db/audit.ts";
import { sql } from "#db/tx.ts";

export const limitChecks: readonly AuditCheck[] = [
  {
    promise: "what a limit has counted is the sum of its orders",
    broken: sql`
      select u.merchant, u.environment, u.counter, u.used, coalesce(s.counted, 0) as counted
      from limit_usage u
      left join (
        select merchant, environment, c.counter,
          sum(case when c.counter like 'count|%' then 1 else amount end) as counted
        from limit_shares
        cross join unnest(string_to_array(counters, E'\\n')) as c (counter)
        group by merchant, environment, c.counter
      ) s using (merchant, environment, counter)
      where u.used <> coalesce(s.counted, 0)`,
  },
  {
    promise: "an order counts towards limits with its own amount, and not after it failed or was canceled",
    broken: sql`
      select s.merchant, s.environment, s.subject, s.amount, o.amount as ordered, o.status
      from limit_shares s
      left join (
        select merchant, environment, id, amount, status from transfers
        union all
        select merchant, environment, id, amount, status from refunds
        union all
        select merchant, environment, id, amount, status from withdrawals
        union all
        select merchant, environment, id, amount, case status when 'pending' then 'failed' else status end from payments
      ) o on (o.merchant, o.environment, o.id) = (s.merchant, s.environment, s.subject)
      where o.amount is distinct from s.amount or o.status in ('failed', 'canceled', 'expired')`,
  },
];
