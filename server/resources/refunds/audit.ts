import type { AuditCheck } from "#db/audit.ts";
import { sql } from "#db/tx.ts";

export const refundChecks: readonly AuditCheck[] = [
  {
    promise: "every refund holds its amount until it ends, and then has settled or released it",
    broken: sql`
      select r.merchant, r.environment, r.id, r.status, r.amount, e.kinds, e.currencies
      from refunds r
      left join lateral (
        select
          string_agg(kind, ' ' order by id) as kinds,
          string_agg(distinct currency, ' ') as currencies,
          sum(amount) filter (where kind = 'hold') as held
        from entries
        where (merchant, environment, subject) = (r.merchant, r.environment, r.id)
      ) e on true
      where e.held is distinct from r.amount
        or e.currencies is distinct from r.currency
        or e.kinds is distinct from case r.status
          when 'complete' then 'hold settle'
          when 'failed' then 'hold release'
          else 'hold'
        end`,
  },
  {
    promise: "a payment's refunded amount is the sum of its refunds, and never exceeds the payment",
    broken: sql`
      select p.merchant, p.environment, p.id, p.amount, p.amount_refunded, p.amount_refunding, r.refunded, r.refunding
      from payments p
      left join lateral (
        select
          coalesce(sum(amount - amount_corrected) filter (where status = 'complete'), 0) as refunded,
          coalesce(sum(amount - amount_corrected) filter (where status <> 'failed'), 0) as refunding
        from refunds
        where (merchant, environment, payment) = (p.merchant, p.environment, p.id)
      ) r on true
      where p.amount_refunded <> r.refunded or p.amount_refunding <> r.refunding or r.refunding > p.amount`,
  },
  {
    promise: "a refund has one attempt, and their states agree",
    broken: sql`
      select r.merchant, r.environment, r.id, r.status, a.states
      from refunds r
      left join lateral (
        select string_agg(state, ' ' order by id) as states, bool_or(sent_at is not null) as was_sent
        from attempts
        where (merchant, environment, subject) = (r.merchant, r.environment, r.id)
      ) a on true
      where a.states is null
        or case r.status
          when 'pending' then a.states not in ('waiting', 'review') or a.was_sent
          when 'processing' then a.states not in ('waiting', 'sent', 'review')
          when 'failed' then a.states <> case when r.approval = 'rejected' then 'canceled' else 'failed' end
          else a.states <> r.status
        end`,
  },
  {
    promise: "every hold for a refund belongs to an existing refund, in the currency of its payment",
    broken: sql`
      select e.merchant, e.environment, e.subject
      from entries e
      left join refunds r on (r.merchant, r.environment, r.id) = (e.merchant, e.environment, e.subject)
      left join payments p on (p.merchant, p.environment, p.id) = (r.merchant, r.environment, r.payment)
      where e.kind = 'hold'
        and e.subject like 'ref\\_%'
        and (r.id is null or p.currency is distinct from r.currency)`,
  },
  {
    promise: "a refund's events follow its state machine and end at its status",
    broken: sql`
      select r.merchant, r.environment, r.id, r.status, e.life
      from refunds r
      left join lateral (
        select string_agg(split_part(type, '.', 2), ' ' order by sequence) as life
        from events
        where (merchant, environment, resource) = (r.merchant, r.environment, r.id)
      ) e on true
      where e.life is distinct from case r.status
        when 'complete' then 'created complete' || repeat(' corrected', r.sequence - 2)
        when 'failed' then 'created failed'
        else 'created'
      end`,
  },
];
