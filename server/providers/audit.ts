import type { AuditCheck } from "#db/audit.ts";
import { sql } from "#db/tx.ts";

export const attemptChecks: readonly AuditCheck[] = [
  {
    promise: "an attempt belongs to a transfer, payment, refund or withdrawal, and has its amount and currency",
    broken: sql`
      select a.merchant, a.environment, a.id, a.kind, a.subject, a.amount, a.currency
      from attempts a
      left join transfers t on (t.merchant, t.environment, t.id) = (a.merchant, a.environment, a.subject)
      left join payments p on (p.merchant, p.environment, p.id) = (a.merchant, a.environment, a.subject)
      left join refunds r on (r.merchant, r.environment, r.id) = (a.merchant, a.environment, a.subject)
      left join withdrawals w on (w.merchant, w.environment, w.id) = (a.merchant, a.environment, a.subject)
      where case a.kind
        when 'transfer' then t.amount is distinct from a.amount or t.currency is distinct from a.currency
        when 'collect' then p.amount is distinct from a.amount or p.currency is distinct from a.currency
        when 'withdrawal' then w.amount is distinct from a.amount or w.currency is distinct from a.currency
        else r.amount is distinct from a.amount or r.currency is distinct from a.currency
      end`,
  },
  {
    promise: "the amount that an attempt moved is booked on its provider",
    broken: sql`
      select a.merchant, a.environment, a.id, a.subject, a.provider, e.debit, e.credit
      from attempts a
      join entries e on (e.merchant, e.environment, e.subject) = (a.merchant, a.environment, a.subject)
      where a.state = 'complete'
        and e.kind in ('settle', 'collect')
        and case e.kind when 'settle' then e.credit else e.debit end <> 'provider:' || a.provider`,
  },
  {
    promise: "an attempt uses an account of its provider that belongs to its merchant or the platform operator",
    broken: sql`
      select a.merchant, a.environment, a.id, a.subject, a.provider, a.provider_account
      from attempts a
      left join provider_accounts c on c.id = a.provider_account
      where a.provider_account is not null
        and (c.provider, c.environment, coalesce(c.merchant, a.merchant))
          is distinct from (a.provider, a.environment, a.merchant)`,
  },
  {
    promise: "an open attempt has a due time, or waits for an approval, a review or a hold",
    broken: sql`
      select a.merchant, a.environment, a.id, a.subject, a.state, t.approval, r.approval as refund_approval
      from attempts a
      left join transfers t on (t.merchant, t.environment, t.id) = (a.merchant, a.environment, a.subject)
      left join refunds r on (r.merchant, r.environment, r.id) = (a.merchant, a.environment, a.subject)
      left join withdrawals w on (w.merchant, w.environment, w.id) = (a.merchant, a.environment, a.subject)
      where a.state in ('waiting', 'sent')
        and a.due_at is null
        and (a.state = 'sent' or coalesce(t.approval, r.approval, w.approval) is distinct from 'waiting')
        and t.funds_state is distinct from 'awaited'`,
  },
];
