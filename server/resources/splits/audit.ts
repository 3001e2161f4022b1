import type { AuditCheck } from "#db/audit.ts";
import { sql } from "#db/tx.ts";

/** The entries that the parts must have, from their rows and movements. */
const expected_entries = sql`
  with linked as (
    select p.*, p.amount - p.fee as net,
      coalesce((
        select sum(case m.direction when 'out' then m.amount else -m.amount end)
        from part_movements m
        where (m.merchant, m.environment, m.part) = (p.merchant, p.environment, p.id) and m.account = 'escrow'
      ), 0) as taken_in_escrow
    from payment_parts p
    where p.number > 0 and p.state <> 'pending'
  )
  select merchant, environment, currency, id as subject, 'escrow_in' as kind, net as amount from linked where is_held
  union all
  select merchant, environment, currency, id, 'escrow_out', net - taken_in_escrow
  from linked where is_held and state = 'settled'
  union all
  select merchant, environment, currency, id, 'part_out', net - taken_in_escrow from linked where state = 'settled'
  union all
  select recipient, environment, currency, id, 'part_in', net - taken_in_escrow from linked where state = 'settled'
  union all
  select m.merchant, m.environment, p.currency, m.id, case m.direction when 'out' then 'escrow_out' else 'escrow_in' end, m.amount
  from part_movements m join payment_parts p on (p.merchant, p.environment, p.id) = (m.merchant, m.environment, m.part)
  where m.account = 'escrow'
  union all
  select case m.direction when 'out' then p.recipient else m.merchant end, m.environment, p.currency, m.id, 'part_out', m.amount
  from part_movements m join payment_parts p on (p.merchant, p.environment, p.id) = (m.merchant, m.environment, m.part)
  where m.account = 'recipient'
  union all
  select case m.direction when 'out' then m.merchant else p.recipient end, m.environment, p.currency, m.id, 'part_in', m.amount
  from part_movements m join payment_parts p on (p.merchant, p.environment, p.id) = (m.merchant, m.environment, m.part)
  where m.account = 'recipient'
  union all
  select p.recipient, m.environment, p.currency, m.id, 'advance', m.advanced
  from part_movements m join payment_parts p on (p.merchant, p.environment, p.id) = (m.merchant, m.environment, m.part)
  where m.advanced > 0`;

export const splitChecks: readonly AuditCheck[] = [
  {
    promise: "the parts of a payment add up to it, and their fees to its fee",
    broken: sql`
      select p.merchant, p.environment, p.id, p.status, p.amount, p.fee, s.amount as parts, s.fee as fees, s.states
      from payments p
      left join (
        select merchant, environment, payment, sum(amount) as amount, sum(fee) as fee,
          bool_and(state = 'pending') as is_pending, bool_or(state = 'pending') as has_pending,
          string_agg(state, ' ' order by number) as states
        from payment_parts
        group by merchant, environment, payment
      ) s on (s.merchant, s.environment, s.payment) = (p.merchant, p.environment, p.id)
      where (p.split is null) <> (s.payment is null)
        or s.amount <> p.amount
        or case when p.status = 'complete' then s.has_pending or s.fee <> p.fee else not s.is_pending or s.fee <> 0 end`,
  },
  {
    promise: "the escrow is what is left of the parts that are held",
    broken: sql`
      select merchant, environment, currency, a.balance as escrow, h.held
      from (select * from accounts where name = 'escrow') a
      full join (
        select merchant, environment, currency, sum(amount - fee - amount_returned) as held
        from payment_parts
        where state = 'held'
        group by merchant, environment, currency
      ) h using (merchant, environment, currency)
      where coalesce(a.balance, 0) <> coalesce(h.held, 0)`,
  },
  {
    promise: "each part and each movement of one has its entries, and no other entry moves a part",
    broken: sql`
      select merchant, environment, subject, kind, x.amount as expected, e.amount
      from (select * from (${expected_entries}) as listed where amount > 0) x
      full join (
        select * from entries
        where kind in ('escrow_in', 'escrow_out', 'part_out', 'part_in') or kind = 'advance' and starts_with(subject, 'pmv_')
      ) e using (merchant, environment, subject, kind)
      where (x.currency, x.amount) is distinct from (e.currency, e.amount)`,
  },
  {
    promise: "the amount that a part returned is the sum of its movements",
    broken: sql`
      select p.merchant, p.environment, p.id, p.amount_returned, m.returned
      from payment_parts p
      left join (
        select merchant, environment, part, sum(case direction when 'out' then amount else -amount end) as returned
        from part_movements
        group by merchant, environment, part
      ) m on (m.merchant, m.environment, m.part) = (p.merchant, p.environment, p.id)
      where p.amount_returned <> coalesce(m.returned, 0)`,
  },
  {
    promise: "a refund that the parts bear took its amount from them, and a failed one nothing",
    broken: sql`
      select r.merchant, r.environment, r.id, r.status, r.amount, r.refund_bearer, m.taken
      from refunds r
      left join (
        select merchant, environment, subject, sum(case direction when 'out' then amount else -amount end) as taken
        from part_movements
        group by merchant, environment, subject
      ) m on (m.merchant, m.environment, m.subject) = (r.merchant, r.environment, r.id)
      where case
          when r.refund_bearer is distinct from 'parts' or r.status = 'failed' then coalesce(m.taken, 0) <> 0
          -- If the house absorbed the difference, the parts got nothing back.
          else coalesce(m.taken, 0) not between r.amount - r.amount_corrected and r.amount
        end
        -- After a correction of the payment itself, the parts may have nothing left.
        and not exists (
          select from part_movements o
          join payment_parts p on (p.merchant, p.environment, p.id) = (o.merchant, o.environment, o.part)
          where (p.merchant, p.environment, p.payment) = (r.merchant, r.environment, r.payment)
            and not starts_with(o.subject, 'ref_')
        )`,
  },
  {
    promise: "the merchant of a part has an event for each of its changes",
    broken: sql`
      select p.merchant, p.environment, p.id, p.recipient, p.sequence, e.count
      from payment_parts p
      left join lateral (
        select count(*) as count
        from events
        where (merchant, environment, resource) = (p.recipient, p.environment, p.id)
      ) e on true
      where p.sequence <> e.count`,
  },
];
