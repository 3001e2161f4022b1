import type { Check } from "#db/audit.ts";
import { sql } from "#db/tx.ts";

export const approvalChecks: readonly Check[] = [
  {
    promise: "nothing that needed a second person went out before that person agreed",
    broken: sql`
      select t.merchant, t.environment, t.id, t.approval, p.state, a.id as attempt, a.sent_at, a.due_at
      from transfers t
      join attempts a on (a.merchant, a.environment, a.subject) = (t.merchant, t.environment, t.id)
      left join approvals p
        on (p.merchant, p.environment, p.subject) = (t.merchant, t.environment, coalesce(t.bulk, t.id))
      where t.approval is not null
        and case t.approval
          when 'approved' then p.state is distinct from 'approved' or a.sent_at < p.decided_at
          else a.sent_at is not null or a.due_at is not null
        end`,
  },
  {
    promise: "whoever approved is not who asked, and both are in the log",
    broken: sql`
      select p.merchant, p.environment, p.subject, p.state, p.asked_by, p.decided_by
      from approvals p
      left join acts a
        on a.merchant = p.merchant and a.environment = p.environment and a.subject = p.subject
        and a.act in ('transfer.approved', 'transfer.rejected', 'bulk_transfer.approved', 'bulk_transfer.rejected')
      where p.state in ('approved', 'rejected')
        and (
          a.id is null
          or a.actor <> 'user:' || p.decided_by
          or (p.state = 'approved' and p.decided_by is not distinct from p.asked_by)
        )`,
  },
  {
    promise: "what waits for a second person is waited for, and the other way round",
    broken: sql`
      select
        coalesce(p.merchant, t.merchant) as merchant, coalesce(p.environment, t.environment) as environment,
        coalesce(p.subject, t.subject) as subject
      from (select merchant, environment, subject from approvals where state = 'waiting') p
      full join (
        select distinct merchant, environment, coalesce(bulk, id) as subject from transfers where approval = 'waiting'
      ) t on (t.merchant, t.environment, t.subject) = (p.merchant, p.environment, p.subject)
      where p.subject is null or t.subject is null`,
  },
];
