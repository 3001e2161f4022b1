import type { AuditCheck } from "#db/audit.ts";
import { sql } from "#db/tx.ts";

export const chargeChecks: readonly AuditCheck[] = [
  {
    promise: "the entries of a charge move its difference to the order's charge before, at the order's provider",
    broken: sql`
      select
        coalesce(c.merchant, e.merchant) as merchant, coalesce(c.environment, e.environment) as environment,
        coalesce(c.id, e.subject) as subject, c.charge_change, c.tax_change, e.charge_booked, e.tax_booked
      from (
        select c.merchant, c.environment, c.id, c.currency, a.provider, a.currency as order_currency,
          c.amount - coalesce(lag(c.amount) over earlier, 0) as charge_change,
          c.tax - coalesce(lag(c.tax) over earlier, 0) as tax_change
        from charges c
        join attempts a on (a.merchant, a.environment, a.id) = (c.merchant, c.environment, c.attempt)
        window earlier as (partition by c.merchant, c.environment, c.attempt order by c.sequence)
      ) c
      full join (
        select merchant, environment, subject, min(currency) as currency,
          sum(case when 'charges' = debit then amount when 'charges' = credit then -amount else 0 end) as charge_booked,
          sum(case when 'taxes' = debit then amount when 'taxes' = credit then -amount else 0 end) as tax_booked,
          min(case when debit like 'provider:%' then debit else credit end) as from_provider,
          max(case when debit like 'provider:%' then debit else credit end) as to_provider
        from entries
        where kind in ('charge', 'charge_tax', 'correct_charge', 'correct_tax') and starts_with(subject, 'chg_')
        group by merchant, environment, subject
      ) e on (e.merchant, e.environment, e.subject) = (c.merchant, c.environment, c.id)
      where c.id is null
        or c.charge_change is distinct from coalesce(e.charge_booked, 0)
        or c.tax_change is distinct from coalesce(e.tax_booked, 0)
        or c.currency <> c.order_currency
        or e.subject is not null
          and ((e.currency, e.from_provider) <> (c.currency, 'provider:' || c.provider) or e.from_provider <> e.to_provider)`,
  },
  {
    promise: "the charges of an order are numbered from 1 without a gap, and only the first is expected",
    broken: sql`
      select merchant, environment, attempt, count(*) as charges, max(sequence) as highest
      from charges
      group by merchant, environment, attempt
      having count(*) <> max(sequence) or bool_or(source = 'schedule' and sequence > 1)`,
  },
];
