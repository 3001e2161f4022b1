import type { AuditCheck } from "#db/audit.ts";
import { sql } from "#db/tx.ts";

export const approvalChecks: readonly AuditCheck[] = [
  {
    promise: "no order that needs an approval was sent before it was approved",
    broken: sql`
      select t.merchant, t.environment, t.id, t.approval, p.state, a.id as attempt, a.sent_at, a.due_at
      from (
        select merchant, environment, id, approval, bulk from transfers where approval is not null
        union all
        select merchant, environment, id, approval, null from refunds where approval is not null
        union all
        select merchant, environment, id, approval, null from withdrawals where approval is not null
      ) t
      join attempts a on (a.merchant, a.environment, a.subject) = (t.merchant, t.environment, t.id)
      left join approvals p
        on (p.merchant, p.environment, p.subject) = (t.merchant, t.environment, coalesce(t.bulk, t.id))
      where case t.approval
        when 'approved' then p.state is distinct from 'approved' or a.sent_at < p.decided_at
        else a.sent_at is not null or a.due_at is not null
      end`,
  },
  {
    promise: "the approver of an order is not its maker, and the audit log has the decision",
    broken: sql`
      select p.merchant, p.environment, p.subject, p.state, p.requested_by, p.decided_by
      from approvals p
      left join audit_log a
        on a.merchant = p.merchant and a.environment = p.environment and a.subject = p.subject
        and a.action in (
          'transfer.approved', 'transfer.rejected', 'bulk_transfer.approved', 'bulk_transfer.rejected', 'refund.approved',
          'refund.rejected', 'withdrawal.approved', 'withdrawal.rejected'
        )
      where p.state in ('approved', 'rejected')
        and (
          a.id is null
          or a.actor <> 'user:' || p.decided_by
          or (p.state = 'approved' and p.decided_by is not distinct from p.requested_by)
        )`,
  },
  {
    promise: "every order that waits for an approval has an open approval, and no other order has one",
    broken: sql`
      select
        coalesce(p.merchant, t.merchant) as merchant, coalesce(p.environment, t.environment) as environment,
        coalesce(p.subject, t.subject) as subject
      from (select merchant, environment, subject from approvals where state = 'waiting') p
      full join (
        select distinct merchant, environment, coalesce(bulk, id) as subject from transfers where approval = 'waiting'
        union all
        select merchant, environment, id from refunds where approval = 'waiting'
        union all
        select merchant, environment, id from withdrawals where approval = 'waiting'
      ) t on (t.merchant, t.environment, t.subject) = (p.merchant, p.environment, p.subject)
      where p.subject is null or t.subject is null`,
  },
  {
    promise: "each maker's total per minute is the sum of the maker's orders, without failed and canceled ones",
    broken: sql`
      select merchant, environment, maker, minute, sum(m.amount) as orders, t.amount as total
      from money_out m
      full join (select merchant, environment, maker, minute, amount from money_out_totals) t
        using (merchant, environment, maker, minute)
      group by merchant, environment, maker, minute, t.amount
      having coalesce(sum(m.amount), 0) <> coalesce(t.amount, 0)
      union all
      select m.merchant, m.environment, m.maker, m.minute, m.amount, null
      from money_out m
      left join transfers t on (t.merchant, t.environment, t.id) = (m.merchant, m.environment, m.subject)
      left join refunds r on (r.merchant, r.environment, r.id) = (m.merchant, m.environment, m.subject)
      left join withdrawals w on (w.merchant, w.environment, w.id) = (m.merchant, m.environment, m.subject)
      where coalesce(t.status, r.status, w.status, 'failed') in ('failed', 'canceled')`,
  },
];
