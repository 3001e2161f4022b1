import type { AuditCheck } from "#db/audit.ts";
import { sql } from "#db/tx.ts";
import { all_decisions, bookedColumns } from "./store.ts";

// People's decisions about money: resolved reviews and resolved statement lines.
const decisions = sql`
  select merchant, environment, id, resolution from reviews
  union all
  select merchant, environment, id, resolution from statement_lines where not is_charge`;

export const reconciliationChecks: readonly AuditCheck[] = [
  {
    promise: "every decision to correct has its entry, on the account that was decided",
    broken: sql`
      select
        coalesce(e.merchant, d.merchant) as merchant, coalesce(e.environment, d.environment) as environment,
        coalesce(e.subject, d.id) as subject, e.amount, d.resolution
      from (select * from entries where kind = 'correct') e
      full join (select * from (${decisions}) every where resolution in ('correct', 'absorb')) d
        on (d.merchant, d.environment, d.id) = (e.merchant, e.environment, e.subject)
      where e.id is null
        or d.id is null
        or case d.resolution when 'correct' then 'available' else 'suspense' end not in (e.debit, e.credit)`,
  },
  {
    promise: "a movement that only a statement has is corrected by its whole amount, at its provider",
    broken: sql`
      select e.merchant, e.environment, e.subject, e.amount, e.debit, e.credit, l.amount as statement_amount
      from statement_lines l
      join statements s on s.id = l.statement
      join entries e on (e.merchant, e.environment, e.subject) = (l.merchant, l.environment, l.id)
      where l.attempt is null
        and e.kind = 'correct'
        and (
          e.currency <> s.currency
          or e.amount <> abs(l.amount)
          or case when l.amount > 0 then e.debit else e.credit end <> 'provider:' || s.provider
        )`,
  },
  {
    // Checks reviews and statement lines together, because each decision books only the difference that earlier ones
    // left.
    promise: "the amount booked for a corrected attempt is that of the last decision about it",
    broken: sql`
      select last.merchant, last.environment, last.attempt, last.id, b.booked, statement.moved
      from (
        select distinct on (d.merchant, d.environment, d.attempt) d.*
        from (
          select merchant, environment, attempt, id, kind = 'success_after_failure' as is_success, null::bigint as moved
          from reviews
          where resolution in ('correct', 'absorb')
          union all
          select merchant, environment, attempt, id, false, case when is_complete then amount end
          from statement_lines
          where attempt is not null and resolution in ('correct', 'absorb')
        ) d
        join entries e on (e.merchant, e.environment, e.subject) = (d.merchant, d.environment, d.id)
        where e.kind = 'correct'
        order by d.merchant, d.environment, d.attempt, e.id desc
      ) last
      join attempts a on (a.merchant, a.environment, a.id) = (last.merchant, last.environment, last.attempt)
      cross join lateral (select ${bookedColumns(all_decisions)}) b
      cross join lateral (
        select
          case
            when not last.is_success then coalesce(last.moved, 0)
            when a.kind = 'collect' then a.amount
            else -a.amount
          end as moved
      ) statement
      where b.booked <> statement.moved
        -- A reversal of an entry is a later decision of another kind.
        and not exists (
          select from corrections c
          where (c.merchant, c.environment, c.attempt) = (last.merchant, last.environment, last.attempt)
            and c.state = 'booked'
        )`,
  },
  {
    promise: "a movement that two lines of an account's statements report is corrected once",
    broken: sql`
      select s.provider, s.environment, s.merchant, l.provider_id, count(*) as corrected
      from statement_lines l
      join statements s on s.id = l.statement
      where l.attempt is null and l.provider_id is not null and l.resolution in ('correct', 'absorb') and not l.is_charge
      group by s.provider, s.environment, s.merchant, l.provider_id, sign(l.amount)
      having count(*) > 1`,
  },
  {
    promise:
      "a charge on a statement without an order is booked once it is absorbed, by its whole amount, at its provider",
    broken: sql`
      select
        coalesce(l.merchant, e.merchant) as merchant, coalesce(l.environment, e.environment) as environment,
        coalesce(l.id, e.subject) as subject, l.fee, l.tax, e.charge, e.tax as tax_booked
      from (
        select l.merchant, l.environment, l.id, l.is_charge, l.fee, coalesce(l.tax, 0) as tax, s.currency, s.provider
        from statement_lines l
        join statements s on s.id = l.statement
        where l.attempt is null and l.resolution in ('correct', 'absorb')
      ) l
      full join (
        select merchant, environment, subject, min(currency) as currency, min(credit) as first, max(credit) as last,
          sum(case when debit = 'charges' then amount else 0 end) as charge,
          sum(case when debit = 'taxes' then amount else 0 end) as tax
        from entries
        where kind in ('correct_charge', 'correct_tax') and starts_with(subject, 'rec_')
        group by merchant, environment, subject
      ) e on (e.merchant, e.environment, e.subject) = (l.merchant, l.environment, l.id)
      where l.id is null
        or e.subject is null and l.is_charge and l.fee + l.tax > 0
        or (e.charge, e.tax, e.currency, e.first, e.last)
          <> (l.fee, l.tax, l.currency, 'provider:' || l.provider, 'provider:' || l.provider)`,
  },
  {
    promise: "a complete refund's corrected amount is the part of it that the books did not pay out",
    broken: sql`
      select r.merchant, r.environment, r.id, r.amount, r.amount_corrected, b.booked
      from refunds r
      join attempts a on (a.merchant, a.environment, a.subject) = (r.merchant, r.environment, r.id)
      cross join lateral (select ${bookedColumns(all_decisions)}) b
      where r.status = 'complete'
        and a.state = 'complete'
        and r.amount_corrected <> least(greatest(r.amount + b.booked, 0), r.amount)`,
  },
];
