import type { AuditCheck } from "#db/audit.ts";
import { sql } from "#db/tx.ts";

export const paymentChecks: readonly AuditCheck[] = [
  {
    promise: "a complete payment is credited once, with its amount less the fee, and no other payment is credited",
    broken: sql`
      select p.merchant, p.environment, p.id, p.status, p.amount, p.fee, e.kinds, e.currencies
      from payments p
      left join lateral (
        select
          string_agg(kind, ' ' order by id) as kinds,
          string_agg(distinct currency, ' ') as currencies,
          sum(amount) filter (where kind = 'collect') as collected,
          coalesce(sum(amount) filter (where kind = 'collect_fee'), 0) as fee
        from entries
        where (merchant, environment, subject) = (p.merchant, p.environment, p.id)
      ) e on true
      where case
        when p.status = 'complete' then
          e.collected is distinct from p.amount
          or e.fee <> p.fee
          or e.currencies <> p.currency
          or e.kinds not in ('collect', 'collect collect_fee')
        else e.kinds is not null
      end`,
  },
  {
    promise: "every collected amount belongs to a payment",
    broken: sql`
      select e.merchant, e.environment, e.subject
      from entries e
      left join payments p on (p.merchant, p.environment, p.id) = (e.merchant, e.environment, e.subject)
      where e.kind in ('collect', 'collect_fee') and p.id is null`,
  },
  {
    promise: "a payment's events follow its state machine and end at its status",
    broken: sql`
      select p.merchant, p.environment, p.id, p.status, e.life
      from payments p
      left join lateral (
        select string_agg(split_part(type, '.', 2), ' ' order by sequence) as life
        from events
        where (merchant, environment, resource) = (p.merchant, p.environment, p.id)
      ) e on true
      where e.life is null
        or e.life !~ case p.status
          when 'pending' then '^created( processing)*$'
          when 'processing' then '^created( processing)+$'
          when 'complete' then '^created( processing)+ complete( released)*$'
          when 'failed' then '^created( processing)+ failed$'
          when 'canceled' then '^created( processing)* canceled$'
          when 'expired' then '^created( processing)* expired$'
        end`,
  },
  {
    promise: "a complete payment has one complete attempt, and no other payment has one",
    broken: sql`
      select p.merchant, p.environment, p.id, p.status, a.completed, a.open
      from payments p
      left join lateral (
        select
          count(*) filter (where state = 'complete') as completed,
          count(*) filter (where ended_at is null) as open
        from attempts
        where (merchant, environment, subject) = (p.merchant, p.environment, p.id)
      ) a on true
      where a.completed <> (p.status = 'complete')::int or a.open <> (p.status = 'processing')::int`,
  },
];
